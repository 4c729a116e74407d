"""Scripts with which shells complete `acquire`. Each holds all commands and options, so that a press of Tab starts no program."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from acquire_client.tools.command_lines import (
    FILE,
    FOLDER,
    NOTHING,
    CommandArgument,
    CommandLine,
    command_lines,
    program_line,
)


def completion_script(shell: str) -> str:
    """Return the script for a shell of SHELLS."""
    return "\n".join(SHELLS[shell](program_line(), command_lines())) + "\n"


# --- bash -------------------------------------------------------------------------------------------------------------

BASH_HEAD = r"""# Completion of acquire for bash: put this file into ~/.local/share/bash-completion/completions/ under the name
# acquire, or write  source <(acquire completion bash)  into ~/.bashrc.
_acquire_words() { local IFS=$' \t\n'; COMPREPLY=($(compgen -W "$1" -- "$word")); }
_acquire_paths() { local IFS=$'\n'; COMPREPLY=($(compgen "$1" -- "$word")); compopt -o filenames 2>/dev/null; }
_acquire() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= at=1
    if [[ $word == = ]]; then word=
    elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    while ((at < COMP_CWORD)); do
        case ${COMP_WORDS[at]} in
            --color) ((at += 1)) ;;
            -*|=) ;;
            *) command=${COMP_WORDS[at]}; break ;;
        esac
        ((at += 1))
    done
    COMPREPLY=()
    case $command:$before in"""


def bash_lines(program: CommandLine, commands: list[CommandLine]) -> Iterator[str]:
    """Yield the script for bash 3.2 and later."""
    yield BASH_HEAD
    for name, line in [("", program), *((line.name, line) for line in commands)]:
        for option in line.options:
            if option.takes != NOTHING:
                pattern = "|".join(f"{name}:{word}" for word in option.names)
                yield f"        {pattern}) {_bash_values(option) or ':'}; return ;;"
    yield "    esac"
    yield "    case $command in"
    for name, line in [("''", program), *((line.name, line) for line in commands)]:
        options = " ".join(word for option in line.options for word in option.names)
        other = f"_acquire_words '{' '.join(each.name for each in commands)}'" if line is program else ""
        other = other or "; ".join(filter(None, map(_bash_values, line.positionals))) or ":"
        yield f"        {name}) if [[ $word == -* ]]; then _acquire_words '{options}'; else {other}; fi ;;"
    yield "    esac"
    if any(word.endswith("=") for line in commands for each in line.arguments for word in each.words):
        yield "    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null"
    yield "    return 0"
    yield "}"
    yield "complete -F _acquire acquire"


def _bash_values(argument: CommandArgument) -> str:
    if argument.takes == FILE:
        return "_acquire_paths -f"
    if argument.takes == FOLDER:
        return "_acquire_paths -d"
    return f"_acquire_words '{' '.join(argument.words)}'" if argument.words else ""


# --- zsh --------------------------------------------------------------------------------------------------------------

def zsh_lines(program: CommandLine, commands: list[CommandLine]) -> Iterator[str]:
    """Yield the script for zsh, which is a function that the shell loads by its name."""
    yield "#compdef acquire"
    yield "# Completion of acquire for zsh: put this file as _acquire into a folder of $fpath, before compinit runs."
    yield "_acquire() {"
    yield "    local context state state_descr line"
    yield "    typeset -A opt_args"
    yield "    local -a commands=("
    for line in commands:
        yield f"        {_zsh_quoted(f'{_zsh_escaped(line.name)}:{line.summary}')}"
    yield "    )"
    yield "    _arguments -C \\"
    for option in program.options:
        yield f"        {_zsh_option(option)} \\"
    yield "        '1: :->command' '*:: :->rest'"
    yield "    case $state in"
    yield "        command) _describe command commands ;;"
    yield "        rest) case $line[1] in"
    for line in commands:
        arguments = [_zsh_option(option) for option in line.options]
        arguments += [_zsh_quoted(f"{at}:{_zsh_escaped(each.metavar)}:{_zsh_values(each)}")
                      for at, each in enumerate(line.positionals, 1)]
        yield f"            {line.name}) _arguments \\"
        for argument in arguments[:-1]:
            yield f"                {argument} \\"
        yield f"                {arguments[-1]} ;;"
    yield "        esac ;;"
    yield "    esac"
    yield "}"
    yield 'if [[ $funcstack[1] == _acquire ]]; then _acquire "$@"; else compdef _acquire acquire; fi'


def _zsh_option(option: CommandArgument) -> str:
    """Return an option as `_arguments` reads it."""
    names = option.names[0] if len(option.names) == 1 else "{" + ",".join(option.names) + "}"
    others = f"'({' '.join(option.names)})'" if len(option.names) > 1 else ""
    value = "" if option.takes == NOTHING else f":{_zsh_escaped(option.metavar)}:{_zsh_values(option)}"
    text = _zsh_quoted(f"[{_zsh_escaped(option.short_help)}]{value}")
    return f"{others}{names}{text}"


def _zsh_values(argument: CommandArgument) -> str:
    if argument.takes == FILE:
        return "_files"
    if argument.takes == FOLDER:
        return "_files -/"
    if argument.words and argument.words[0].endswith("="):
        return f"compadd -S '' -- {' '.join(argument.words)}"
    return f"({' '.join(argument.words)})" if argument.words else " "


def _zsh_escaped(text: str) -> str:
    for character in "\\[]:":
        text = text.replace(character, "\\" + character)
    return text


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


# --- fish -------------------------------------------------------------------------------------------------------------

def fish_lines(program: CommandLine, commands: list[CommandLine]) -> Iterator[str]:
    """Yield the script for fish."""
    yield "# Completion of acquire for fish: put this file into ~/.config/fish/completions/ under the name acquire.fish."
    yield "complete -c acquire -f"
    for option in program.options:
        yield _fish_option(option, "__fish_use_subcommand")
    for line in commands:
        yield f"complete -c acquire -n __fish_use_subcommand -a {line.name} -d {_fish_quoted(line.summary)}"
    for line in commands:
        when = _fish_quoted(f"__fish_seen_subcommand_from {line.name}")
        for option in line.options:
            yield _fish_option(option, when)
        for argument in line.positionals:
            if argument.takes == FILE:
                yield f"complete -c acquire -n {when} -F"
            elif argument.takes == FOLDER:
                yield f"complete -c acquire -n {when} -a '(__fish_complete_directories)'"
            elif argument.words:
                yield f"complete -c acquire -n {when} -a {_fish_quoted(' '.join(argument.words))}"


def _fish_option(option: CommandArgument, when: str) -> str:
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    value = {NOTHING: "", FILE: " -rF", FOLDER: " -ra '(__fish_complete_directories)'"}.get(option.takes)
    if value is None:
        value = f" -xa {_fish_quoted(' '.join(option.words))}" if option.words else " -x"
    return f"complete -c acquire -n {when} {names}{value} -d {_fish_quoted(option.short_help)}"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


# --- PowerShell -------------------------------------------------------------------------------------------------------

POWERSHELL_TAIL = r"""    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($wordToComplete -ne '' -and $words.Count -gt 0) { $words = @($words | Select-Object -SkipLast 1) }
    $command = ''
    for ($at = 0; $at -lt $words.Count; $at++) {
        if ($words[$at] -eq '--color') { $at++ } elseif (-not $words[$at].StartsWith('-')) { $command = $words[$at]; break }
    }
    $before = if ($words.Count -gt 0) { $words[-1] } else { '' }
    if ($values.ContainsKey("$command $before")) { $offered = $values["$command $before"] }
    elseif ($wordToComplete.StartsWith('-')) { $offered = $options[$command] }
    else { $offered = $others[$command] }
    $offered | Where-Object { $_ -and $_.StartsWith($wordToComplete) } |
        ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}"""


def powershell_lines(program: CommandLine, commands: list[CommandLine]) -> Iterator[str]:
    """Yield the script for PowerShell. Where nothing is offered, PowerShell itself completes names of files."""
    lines = [("", program), *((line.name, line) for line in commands)]
    yield "# Completion of acquire for PowerShell: append this to the file $PROFILE."
    yield "Register-ArgumentCompleter -Native -CommandName acquire -ScriptBlock {"
    yield "    param($wordToComplete, $commandAst, $cursorPosition)"
    yield "    $options = @{"
    for name, line in lines:
        yield f"        '{name}' = {_powershell_list([word for option in line.options for word in option.names])}"
    yield "    }"
    yield "    $others = @{"
    for name, line in lines:
        words = [word for each in line.positionals for word in each.words] if name else [each.name for each in commands]
        yield f"        '{name}' = {_powershell_list(words)}"
    yield "    }"
    yield "    $values = @{"
    for name, line in lines:
        for option in line.options:
            for word in option.names if option.takes != NOTHING else ():
                yield f"        '{name} {word}' = {_powershell_list(list(option.words))}"
    yield "    }"
    yield POWERSHELL_TAIL


def _powershell_list(words: list[str]) -> str:
    return "@(" + ", ".join(f"'{word}'" for word in words) + ")"


SHELLS: dict[str, Callable[[CommandLine, list[CommandLine]], Iterator[str]]] = {
    "bash": bash_lines, "zsh": zsh_lines, "fish": fish_lines, "powershell": powershell_lines,
}
