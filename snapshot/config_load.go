package snapshot

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// conventionalConfigs are looked for in the root when no path is given.
var conventionalConfigs = []string{"renma.config.jsonc", "renma.config.json"}

const legacyConfig = ".renma.json"

// loadConfig finds, reads and checks the configuration (contract 01 section 2).
// The path is empty when the defaults apply. Every error is a *ConfigError.
func loadConfig(fsys fs.FS, explicit string) (Config, string, error) {
	file, err := configPath(fsys, explicit)
	if err != nil || file == "" {
		return DefaultConfig(), "", err
	}
	source, err := fs.ReadFile(fsys, file)
	if err != nil {
		return Config{}, "", &ConfigError{Path: file, Problem: "the configuration cannot be read (" + cause(err) + ")", Err: err}
	}
	src, root, err := parseConfig(file, source)
	if err != nil {
		return Config{}, "", err
	}
	c, err := decodeConfig(src, root)
	return c, file, err
}

// configPath chooses the file: the explicit one, or the one conventional file
// in the root.
func configPath(fsys fs.FS, explicit string) (string, error) {
	if explicit != "" {
		return explicitConfig(fsys, explicit)
	}
	if exists(fsys, legacyConfig) {
		return "", &ConfigError{Path: legacyConfig, Problem: "this name is no longer read; rename the file to renma.config.json"}
	}
	found := ""
	for _, name := range conventionalConfigs {
		if !exists(fsys, name) {
			continue
		}
		if found != "" {
			return "", &ConfigError{Path: name, Problem: "the repository also has " + found + "; keep one of the two"}
		}
		found = name
	}
	if found == "" {
		return "", nil
	}
	return found, regularFile(fsys, found)
}

// explicitConfig checks a path that was asked for by name.
func explicitConfig(fsys fs.FS, file string) (string, error) {
	clean := path.Clean(strings.TrimPrefix(file, "./"))
	switch {
	case !fs.ValidPath(clean) || clean == ".":
		return "", &ConfigError{Path: file, Problem: "the configuration must be a file inside the repository"}
	case path.Ext(clean) != ".json" && path.Ext(clean) != ".jsonc":
		return "", &ConfigError{Path: file, Problem: "the configuration must be named .json or .jsonc"}
	case path.Base(clean) == legacyConfig:
		return "", &ConfigError{Path: file, Problem: "this name is no longer read; rename the file to renma.config.json"}
	}
	return clean, regularFile(fsys, clean)
}

// regularFile refuses a path that is no file or passes a symbolic link.
func regularFile(fsys fs.FS, file string) error {
	for i := 0; i < len(file); i++ {
		if file[i] != '/' {
			continue
		}
		if info, err := fs.Lstat(fsys, file[:i]); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return &ConfigError{Path: file, Problem: file[:i] + " is a symbolic link, which is not followed"}
		}
	}
	info, err := fs.Lstat(fsys, file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &ConfigError{Path: file, Problem: "the configuration does not exist", Err: err}
	case err != nil:
		return &ConfigError{Path: file, Problem: "the configuration cannot be read (" + cause(err) + ")", Err: err}
	case info.Mode()&fs.ModeSymlink != 0:
		return &ConfigError{Path: file, Problem: "the configuration is a symbolic link, which is not followed"}
	case !info.Mode().IsRegular():
		return &ConfigError{Path: file, Problem: "the configuration is not a regular file"}
	case info.Size() > maxConfigBytes:
		return &ConfigError{Path: file, Problem: "the configuration is larger than 1 MiB"}
	}
	return nil
}

const maxConfigBytes = 1 << 20

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Lstat(fsys, name)
	return err == nil || !errors.Is(err, fs.ErrNotExist)
}
