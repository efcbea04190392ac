package snapshot

import (
	"errors"
	"io/fs"
	"path"
	"strings"
)

// conventionalConfigs are looked for in the root when no path is given.
var conventionalConfigs = []string{"renma.config.jsonc", "renma.config.json"}

const (
	legacyConfig   = ".renma.json"
	maxConfigBytes = 1 << 20
)

// configFile is the configuration as it was read.
type configFile struct {
	path   string
	source []byte
}

// foreignConfig reports a configuration outside of the repository's tree.
func (o *Options) foreignConfig() bool { return o.ConfigFS != nil && o.ConfigPath != "" }

// loadConfig finds, reads and checks the configuration (contract 01 section 2).
// root lists the root directory of fsys. The file is nil when the defaults
// apply. Every error is a *ConfigError.
func (o *Options) loadConfig(fsys fs.FS, root []fs.DirEntry) (Config, *configFile, error) {
	file, err := o.readConfig(fsys, root)
	if err != nil || file == nil {
		return DefaultConfig(), nil, err
	}
	src, value, check := checkConfig(file)
	if err := check.err(src); err != nil {
		return Config{}, nil, err
	}
	return decodeConfig(value), file, nil
}

// readConfig finds and reads the file, nil when there is none.
func (o *Options) readConfig(fsys fs.FS, root []fs.DirEntry) (*configFile, error) {
	if o.foreignConfig() {
		fsys = o.ConfigFS
		var err error
		if root, err = fs.ReadDir(fsys, "."); err != nil {
			return nil, configReadError(o.ConfigPath, err)
		}
	}
	p, err := configPath(fsys, root, o.ConfigPath)
	if err != nil || p == "" {
		return nil, err
	}
	source, err := readRegular(fsys, p, maxConfigBytes)
	if err != nil {
		return nil, configReadError(p, err)
	}
	return &configFile{p, source}, nil
}

// checkConfig collects the faults of a file.
func checkConfig(file *configFile) (*configSource, jsonValue, *configChecker) {
	check := &configChecker{}
	src, value, ok := parseConfig(file.path, file.source, check)
	if ok {
		check.root(value)
	}
	return src, value, check
}

func configReadError(p string, err error) error {
	problem := "the configuration cannot be read (" + cause(err) + ")"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		problem = "the configuration does not exist"
	case errors.Is(err, errSymlink):
		problem = "the configuration is a symbolic link, which is not followed"
	case errors.Is(err, errNotRegular):
		problem = "the configuration is not a regular file"
	case errors.Is(err, errTooLarge):
		problem = "the configuration is larger than 1 MiB"
	}
	return &ConfigError{Path: p, Problem: problem, Err: err}
}

// configPath chooses the file: the explicit one, or the one conventional file
// in the root.
func configPath(fsys fs.FS, root []fs.DirEntry, explicit string) (string, error) {
	if explicit != "" {
		return explicitConfig(fsys, root, explicit)
	}
	if entryNamed(root, legacyConfig) != nil {
		return "", errLegacyConfig(legacyConfig)
	}
	found := ""
	for _, name := range conventionalConfigs {
		entry := entryNamed(root, name)
		if entry == nil {
			continue
		}
		if found != "" {
			return "", &ConfigError{Path: name, Problem: "the repository also has " + found + "; keep one of the two"}
		}
		if err := regularEntry(entry, name); err != nil {
			return "", err
		}
		found = name
	}
	return found, nil
}

func errLegacyConfig(p string) error {
	return &ConfigError{Path: p, Problem: "this name is no longer read; rename the file to renma.config.json"}
}

// explicitConfig checks a path that was asked for by name. It looks at the
// listing of each directory on the way, so it opens nothing that may be a link.
func explicitConfig(fsys fs.FS, root []fs.DirEntry, file string) (string, error) {
	clean := path.Clean(file)
	switch {
	case !fs.ValidPath(clean) || clean == ".":
		return "", &ConfigError{Path: file, Problem: "the configuration must be a file inside the repository"}
	case path.Base(clean) == legacyConfig:
		return "", errLegacyConfig(file)
	case path.Ext(clean) != ".json" && path.Ext(clean) != ".jsonc":
		return "", &ConfigError{Path: file, Problem: "the configuration must be named .json or .jsonc"}
	}
	list, names := root, strings.Split(clean, "/")
	for i, name := range names {
		entry, p := entryNamed(list, name), strings.Join(names[:i+1], "/")
		switch {
		case entry == nil:
			return "", configReadError(clean, &fs.PathError{Op: "open", Path: clean, Err: fs.ErrNotExist})
		case i == len(names)-1:
			return clean, regularEntry(entry, clean)
		case entry.Type()&fs.ModeSymlink != 0:
			return "", &ConfigError{Path: clean, Problem: p + " is a symbolic link, which is not followed", Err: errSymlink}
		}
		var err error
		if list, err = fs.ReadDir(fsys, p); err != nil {
			return "", configReadError(clean, err)
		}
	}
	return clean, nil
}

// entryNamed returns the entry of a directory, nil when there is none.
func entryNamed(list []fs.DirEntry, name string) fs.DirEntry {
	for _, e := range list {
		if e.Name() == name {
			return e
		}
	}
	return nil
}

// regularEntry refuses a path that is no file or a symbolic link.
func regularEntry(entry fs.DirEntry, p string) error {
	switch kind := entry.Type(); {
	case kind&fs.ModeSymlink != 0:
		return configReadError(p, errSymlink)
	case !kind.IsRegular():
		return configReadError(p, errNotRegular)
	}
	return nil
}
