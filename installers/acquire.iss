; The setup program for Windows: `python -m tools.build_installers` calls iscc with Version, Folder, Icon and Name.
; It installs for one person, so it needs no administrator. A firewall asks when a table is opened for the first time.

[Setup]
AppId={{7C0B7D52-6E0A-4B8B-9C1B-5B0B3B8E6A41}
AppName=Acquire
AppVersion={#Version}
AppPublisher=the acquire-p2p authors
DefaultDirName={autopf}\Acquire
DefaultGroupName=Acquire
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
LicenseFile={#Folder}\LICENSE
OutputBaseFilename={#Name}
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\acquire-window.exe
ArchitecturesAllowed=x64compatible or arm64
ArchitecturesInstallIn64BitMode=x64compatible or arm64
Compression=lzma2
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"
Name: "german"; MessagesFile: "compiler:Languages\German.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked

[InstallDelete]
; Modules of an older version must not stay beside the new ones.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Acquire"; Filename: "{app}\acquire-window.exe"
Name: "{autodesktop}\Acquire"; Filename: "{app}\acquire-window.exe"; Tasks: desktopicon

[Run]
Filename: "{app}\acquire-window.exe"; Description: "{cm:LaunchProgram,Acquire}"; Flags: nowait postinstall skipifsilent
