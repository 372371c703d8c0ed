// Prints the calls, conversions and composite literals of a Go tree as go/types resolves them, one JSON object a line.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

type definition struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type site struct {
	Path    string       `json:"path"`
	Line    int          `json:"line"`
	Name    string       `json:"name"`
	Targets []definition `json:"targets"`
}

type tree struct {
	root     string
	module   string
	files    *token.FileSet
	packages map[string]*types.Package
	library  types.Importer
}

func main() {
	root, _ := filepath.Abs(os.Args[1])
	fileSet := token.NewFileSet()
	t := &tree{root, moduleName(root), fileSet, map[string]*types.Package{}, importer.ForCompiler(fileSet, "source", nil)}
	var folders []string
	_ = filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return nil
		}
		if info.IsDir() && path != root && (info.Name() == "vendor" || info.Name() == "testdata" || strings.HasPrefix(info.Name(), ".")) {
			return filepath.SkipDir
		}
		if info.IsDir() {
			folders = append(folders, path)
		}
		return nil
	})
	sort.Strings(folders)
	for _, folder := range folders {
		t.printFolder(folder)
	}
}

func moduleName(root string) string {
	text, _ := os.ReadFile(filepath.Join(root, "go.mod"))
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "module ") {
			return strings.TrimSpace(strings.TrimPrefix(line, "module "))
		}
	}
	return ""
}

// Import finds a package of the tree, then one of the library; a foreign one stays unknown.
func (t *tree) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if path != t.module && !strings.HasPrefix(path, t.module+"/") {
		if strings.Contains(strings.Split(path, "/")[0], ".") {
			return nil, fmt.Errorf("foreign: %s", path)
		}
		return t.library.Import(path)
	}
	if known, ok := t.packages[path]; ok {
		return known, nil
	}
	folder := filepath.Join(t.root, strings.TrimPrefix(strings.TrimPrefix(path, t.module), "/"))
	var files []*ast.File
	for name, group := range t.parse(folder) {
		if !strings.HasSuffix(name, "_test") {
			for _, file := range group {
				if !strings.HasSuffix(t.files.Position(file.Pos()).Filename, "_test.go") {
					files = append(files, file)
				}
			}
		}
	}
	config := types.Config{Importer: t, Error: func(error) {}, FakeImportC: true}
	made, _ := config.Check(path, t.files, files, nil)
	t.packages[path] = made
	return made, nil
}

// parse reads the files of a folder by package, build constraints unread.
func (t *tree) parse(folder string) map[string][]*ast.File {
	groups := map[string][]*ast.File{}
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if entry.IsDir() || !strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		file, _ := parser.ParseFile(t.files, filepath.Join(folder, entry.Name()), nil, parser.SkipObjectResolution)
		if file != nil {
			groups[file.Name.Name] = append(groups[file.Name.Name], file)
		}
	}
	return groups
}

func (t *tree) printFolder(folder string) {
	relative, _ := filepath.Rel(t.root, folder)
	path := t.module
	if relative != "." {
		path += "/" + filepath.ToSlash(relative)
	}
	for _, files := range t.parse(folder) {
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
		config := types.Config{Importer: t, Error: func(error) {}, FakeImportC: true}
		_, _ = config.Check(path, t.files, files, info)
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				if name := calledName(node); name != nil {
					t.print(name, info)
				}
				return true
			})
		}
	}
}

func calledName(node ast.Node) *ast.Ident {
	switch one := node.(type) {
	case *ast.CallExpr:
		return nameOf(one.Fun)
	case *ast.CompositeLit:
		if one.Type != nil {
			return nameOf(one.Type)
		}
	}
	return nil
}

func nameOf(expression ast.Expr) *ast.Ident {
	switch one := expression.(type) {
	case *ast.Ident:
		return one
	case *ast.SelectorExpr:
		return one.Sel
	case *ast.ParenExpr:
		return nameOf(one.X)
	case *ast.IndexExpr:
		return nameOf(one.X)
	case *ast.IndexListExpr:
		return nameOf(one.X)
	case *ast.StarExpr:
		return nameOf(one.X)
	}
	return nil
}

func (t *tree) print(name *ast.Ident, info *types.Info) {
	position := t.files.Position(name.Pos())
	path, _ := filepath.Rel(t.root, position.Filename)
	object := info.Uses[name]
	if isBuiltin(object) {
		return
	}
	one := site{Path: filepath.ToSlash(path), Line: position.Line, Name: name.Name}
	if object != nil {
		one.Targets = t.targets(object)
	}
	text, _ := json.Marshal(one)
	fmt.Println(string(text))
}

func isBuiltin(object types.Object) bool {
	if _, ok := object.(*types.Builtin); ok {
		return true
	}
	return object != nil && object.Pkg() == nil
}

func (t *tree) targets(object types.Object) []definition {
	found := []definition{}
	if function, ok := object.(*types.Func); ok {
		object = function.Origin()
	}
	position := t.files.Position(object.Pos())
	path, err := filepath.Rel(t.root, position.Filename)
	if err != nil || strings.HasPrefix(path, "..") || !position.IsValid() {
		return found
	}
	kind := "value"
	switch object.(type) {
	case *types.Func, *types.TypeName:
		kind = "callable"
	}
	return append(found, definition{filepath.ToSlash(path), position.Line, object.Name(), kind})
}
