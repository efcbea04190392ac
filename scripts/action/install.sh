#!/usr/bin/env bash
# Step of action.yml: puts the program into a temporary directory. VERSION is a
# release to download; without one the program is built from this checkout.
set -euo pipefail

fail() {
  printf '::error title=renma::%s\n' "$1"
  exit 2
}

bin="$RUNNER_TEMP/renma-bin"
mkdir -p "$bin"
name=renma
[[ $RUNNER_OS != Windows ]] || name=renma.exe

checksum() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  else
    shasum -a 256 "$1"
  fi | cut -d ' ' -f 1
}

build() {
  cd "$GITHUB_ACTION_PATH"
  CGO_ENABLED=0 go build -trimpath -o "$bin/$name" ./cmd/renma
}

download() {
  [[ $VERSION =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "The input version must look like v1.2.3."
  local os arch archive url
  case $RUNNER_OS in
  Linux) os=linux ;;
  macOS) os=darwin ;;
  Windows) os=windows ;;
  *) fail "There is no release for this system; leave the input version out." ;;
  esac
  case $RUNNER_ARCH in
  X64) arch=amd64 ;;
  ARM64) arch=arm64 ;;
  *) fail "There is no release for this processor; leave the input version out." ;;
  esac
  archive="renma_${VERSION#v}_${os}_${arch}.tar.gz"
  [[ $os != windows ]] || archive="${archive%.tar.gz}.zip"
  url="${RENMA_RELEASES:-https://github.com/renma/renma/releases/download}/$VERSION"
  cd "$bin"
  local file
  for file in checksums.txt "$archive"; do
    curl --fail --silent --show-error --location --retry 3 --output "$file" "$url/$file" ||
      fail "The release $VERSION could not be downloaded."
  done
  # This finds a broken download; the file comes from the same place.
  [[ $(checksum "$archive") == "$(awk -v f="$archive" '$2 == f { print $1 }' checksums.txt)" ]] ||
    fail "The download does not have the checksum of the release."
  if [[ $os == windows ]]; then
    unzip -q -o "$archive" "$name"
  else
    tar -xzf "$archive" "$name"
  fi
}

if [[ -z $VERSION ]]; then
  build
else
  download
fi
printf 'renma=%s\n' "$bin/$name" >>"$GITHUB_OUTPUT"
