"""German texts of the page with the letters of a table over days, and of what stands above each letter."""

from __future__ import annotations

LETTERS: dict[str, str] = {
    "Letters": "Briefe",
    "Letters to the others and from them, for e-mail.": "Briefe an die anderen und von ihnen, für E-Mail.",
    "Where the mailbox cannot be reached, send letters instead: by e-mail, in a chat, on a USB stick. A table may use both, in "
    "any order.":
        "Ist der Briefkasten nicht erreichbar, schickt euch Briefe: per E-Mail, im Chat, auf einem USB-Stick. Am selben Tisch "
        "geht beides, in beliebiger Reihenfolge.",
    # to the others
    "To {names:and}": "An {names:und}",
    "What your seat has to say, as text for e-mail. All get the same text; each program reads its own letter in it.":
        "Was dein Platz zu sagen hat, als Text für E-Mail. Alle bekommen denselben Text; jedes Programm liest darin "
        "seinen Brief.",
    "The letters are being written …": "Die Briefe werden geschrieben …",
    "{count:letter|letters}, {size} kB": "{count:Brief|Briefe}, {size} kB",
    "Save as a file": "Als Datei sichern",
    "Into the folder {folder}.": "In den Ordner {folder}.",
    "Folder: {folder}": "Ordner: {folder}",
    "Contents": "Inhalt",
    "what is new": "was neu ist",
    "all since the beginning": "alles seit Beginn",
    "All since the beginning is for a player who has put back an old copy of their disk.":
        "Alles seit Beginn braucht, wer eine alte Kopie der Festplatte zurückgespielt hat.",
    "Copied. Paste it into a message to {names:and}.": "Kopiert. Füge es in eine Nachricht an {names:und} ein.",
    "Saved as {name}. Send that file to {names:and}.": "Gesichert als {name}. Schicke diese Datei an {names:und}.",
    "Nothing is saved in '{path}': {why}.": "In '{path}' wurde nichts gesichert: {why}.",
    "The letters say more by now: copy or save them again.":
        "Inzwischen sagen die Briefe mehr: kopiere oder sichere sie noch einmal.",
    "The others may need your last letter.": "Die anderen brauchen vielleicht deinen letzten Brief.",
    "The game is over. The others may need your last letter.":
        "Das Spiel ist zu Ende. Die anderen brauchen vielleicht deinen letzten Brief.",
    # from the others
    "From {names:and}": "Von {names:und}",
    "Drop a file with letters here, or paste what you have copied.":
        "Ziehe eine Datei mit Briefen hierher, oder füge ein, was du kopiert hast.",
    "Path of a file": "Pfad einer Datei",
    "Path of a file with letters": "Pfad einer Datei mit Briefen",
    "Read": "Lesen",
    "Reading …": "Wird gelesen …",
    "Type the path of a file with letters, or drop one here.": "Tippe den Pfad einer Datei mit Briefen, oder ziehe eine hierher.",
    "The letter of {name} is read.": "Der Brief von {name} ist gelesen.",
    "The letter of {name} is read: nothing in it is new.": "Der Brief von {name} ist gelesen: nichts darin ist neu.",
    "The letters of {names:and} are read.": "Die Briefe von {names:und} sind gelesen.",
    "The letters of {names:and} are read: nothing in them is new.":
        "Die Briefe von {names:und} sind gelesen: nichts darin ist neu.",
    "A letter is for another of your tables, that of {names:and}. Read it there.":
        "Ein Brief gehört zu einem anderen deiner Tische, dem von {names:und}. Lies ihn dort.",
    "a letter is for a table that is not on this computer": "ein Brief gehört zu einem Tisch, der nicht auf diesem Rechner ist",
    "And {count:more letter cannot|more letters cannot} be read.":
        "Und {count:weiterer Brief ist|weitere Briefe sind} nicht lesbar.",
    "'{path}' cannot be read: {why}.": "'{path}' ist nicht lesbar: {why}.",
    "it is not a file with text": "es ist keine Datei mit Text",
    # how it stands
    "Your seat signs nothing yet: after its start this program must first see that its saved table is not an old copy. The "
    "mailbox can show that, or a letter of another player, even one that you have read before.":
        "Dein Platz unterschreibt noch nichts: Nach dem Start muss dieses Programm erst sehen, dass der gesicherte Tisch keine "
        "alte Kopie ist. Das zeigt der Briefkasten oder ein Brief eines anderen, auch ein schon gelesener.",
    "The saved table on this computer may be an old copy. So your seat signs nothing until all other players have answered: send "
    "them your letters, and read those that they write after that.":
        "Der gesicherte Tisch auf diesem Rechner ist vielleicht eine alte Kopie. Darum unterschreibt dein Platz nichts, bis alle "
        "anderen geantwortet haben: Schicke ihnen deine Briefe, und lies die, die sie danach schreiben.",
    "a letter has shown that the journal of this table on this machine is an old copy. Come back to the table: then this seat "
    "signs nothing until all others have answered":
        "ein Brief hat gezeigt, dass die Aufzeichnung dieses Tisches auf diesem Rechner eine alte Kopie ist. Komm an den Tisch "
        "zurück: dann unterschreibt dieser Platz nichts, bis alle anderen geantwortet haben",
    # above each letter
    "Acquire: a letter to {to}, for a table over days.": "Acquire: ein Brief an {to}, für einen Tisch über Tage.",
    "Acquire: a letter to {to} from {sender}, for a table over days.":
        "Acquire: ein Brief an {to} von {sender}, für einen Tisch über Tage.",
    "In the window: open the table, choose Letters, and paste this message.":
        "Im Fenster: öffne den Tisch, wähle Briefe, und füge diese Nachricht ein.",
    "Or save it as a file and run: acquire mail import FILE": "Oder sichere sie als Datei: acquire mail import FILE",
    "Only the program of {to} can read it. It may be quoted and wrapped.":
        "Nur das Programm von {to} kann ihn lesen. Er darf zitiert und umgebrochen sein.",
}
