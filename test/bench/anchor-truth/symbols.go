// Prints path, qualified name and a hash of the syntax, without comments, of every function of a tree, as lines of JSON.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

func owner(of ast.Expr) string {
	switch one := of.(type) {
	case *ast.StarExpr:
		return owner(one.X)
	case *ast.IndexExpr:
		return owner(one.X)
	case *ast.IndexListExpr:
		return owner(one.X)
	case *ast.Ident:
		return one.Name
	}
	return ""
}

func main() {
	root := os.Args[1]
	filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		relative, _ := filepath.Rel(root, path)
		for _, one := range file.Decls {
			declared, is := one.(*ast.FuncDecl)
			if !is {
				continue
			}
			name := declared.Name.Name
			if declared.Recv != nil && len(declared.Recv.List) > 0 {
				name = owner(declared.Recv.List[0].Type) + "." + name
			}
			declared.Doc = nil
			var text bytes.Buffer
			// Positions of a set of its own say nothing of lines: only the syntax is printed.
			format.Node(&text, token.NewFileSet(), declared)
			line, _ := json.Marshal([]string{filepath.ToSlash(relative), name, fmt.Sprintf("%x", sha256.Sum256(text.Bytes()))})
			fmt.Println(string(line))
		}
		return nil
	})
}
