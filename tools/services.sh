#!/usr/bin/env bash
# Installs what the tests need besides Python packages: PostgreSQL's programs and Chromium.
set -euo pipefail

missing=()
compgen -G "/usr/lib/postgresql/*/bin/initdb" > /dev/null || command -v initdb > /dev/null || missing+=(postgresql)
command -v chromium > /dev/null || command -v google-chrome > /dev/null || missing+=(chromium)
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi

if ! command -v apt-get > /dev/null; then
    echo "Install these first, with your system's package manager: ${missing[*]}" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
fi
echo "Installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
