# What .ci/run and .ci/nightly share: a copy of the checkout in a temporary folder, the tools of the system, environments.
# They set `source_tree`, `work` and `clone` before they call any of it.

# What git tracks or would track, so that a dirty tree is tested as a clean clone of itself would be.
copy_the_checkout() {
    mkdir "$clone"
    cd "$source_tree"
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files -z --cached --others --exclude-standard |
            while IFS= read -r -d '' file; do if [[ -e $file ]]; then printf '%s\0' "$file"; fi; done |
            tar --null -T - -cf - | tar -xf - -C "$clone"
        cd "$clone" && git init -q . && git add -fA
    else
        cp -R . "$clone"
        cd "$clone" && git init -q . && git add -A
    fi
    git ls-files | sort >"$work/tracked"
    python3 -c 'import sys; print("Python", sys.version); raise SystemExit(sys.version_info < (3, 11))'
}

# The tests of the real window need an X server without a screen and a hand for its keyboard, those with several hosts need `ip`,
# and one of the model of the agreement needs Spin. Where these are missing and may not be installed, such tests skip and say so.
# system_tools PROGRAM=PACKAGES…: these, and others that the caller needs.
system_tools() {
    local tool packages missing=() as_root=()
    local -A package=([Xvfb]=xvfb [xdotool]=xdotool [ip]=iproute2 [spin]=spin)
    for tool in "$@"; do package[${tool%%=*}]=${tool#*=}; done
    for tool in "${!package[@]}"; do command -v "$tool" >/dev/null || missing+=("${package[$tool]}"); done
    if [[ ${#missing[@]} == 0 ]]; then
        echo "${!package[*]} are there"
        return
    fi
    [[ $(id -u) == 0 ]] || as_root=(sudo -n)
    if command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
        "${as_root[@]}" apt-get update -qq >"$work/apt.log" 2>&1 || tail -n 3 "$work/apt.log"
        # One by one: a package that this system does not have must not keep out the others.
        for packages in "${missing[@]}"; do
            # shellcheck disable=SC2086
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages \
                >"$work/apt.log" 2>&1 || tail -n 3 "$work/apt.log"
        done
    fi
    for tool in "${!package[@]}"; do command -v "$tool" || echo "no $tool: what needs it is left out"; done
}

# pinned NAME…: these tools with the versions of .ci/tools.txt, one a line.
pinned() {
    local name
    for name in "$@"; do grep -E "^$name==" "$clone/.ci/tools.txt"; done
}

# needs_of EXTRA…: what these extras of pyproject.toml need beside the project itself, one a line.
needs_of() {
    python3 - "$clone/pyproject.toml" "$@" <<'PYTHON'
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    extras = tomllib.load(file)["project"]["optional-dependencies"]
print("\n".join(need for name in sys.argv[2:] for need in extras[name] if not need.startswith("acquire-p2p")))
PYTHON
}
