import path from 'node:path';
import { createRequire } from 'node:module';

import { filesOf } from './files-of.ts';

const [root = '', modules = '', mode] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(path.join(modules, 'typescript'));

/** The tree's own paths and JSX; resolution as a bundler does it, which knows every way that is in use. */
function optionsOf(files) {
  const config = path.join(root, 'tsconfig.json');
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config ?? {},
    ts.sys,
    root,
  );
  const isCommonJs = files.every((file) => !/\.[mc]?tsx?$/u.test(file) || file.endsWith('.d.ts'));
  return {
    strict: options.strict ?? false,
    ...(options.paths ? { paths: options.paths, baseUrl: options.baseUrl ?? root } : {}),
    ...(options.jsxImportSource ? { jsxImportSource: options.jsxImportSource } : {}),
    jsx: options.jsx ?? ts.JsxEmit.Preserve,
    allowJs: true,
    checkJs: false,
    noEmit: true,
    skipLibCheck: true,
    experimentalDecorators: options.experimentalDecorators ?? false,
    target: ts.ScriptTarget.ESNext,
    module: isCommonJs ? ts.ModuleKind.CommonJS : ts.ModuleKind.ESNext,
    moduleResolution: isCommonJs ? ts.ModuleResolutionKind.Node10 : ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    maxNodeModuleJsDepth: 0,
  };
}

class Reader {
  #program;
  #checker;
  #root;

  constructor(program, root) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
    this.#root = root;
  }

  read(files) {
    const sites = [];
    for (const file of files) {
      const source = this.#program.getSourceFile(path.join(this.#root, file));
      const visit = (node) => {
        const callee = this.#calleeOf(node);
        if (source && callee) sites.push(this.#site(file, source, node, callee));
        ts.forEachChild(node, visit);
      };
      if (source) visit(source);
    }
    return sites;
  }

  #calleeOf(node) {
    if (ts.isCallExpression(node))
      return node.expression.kind === ts.SyntaxKind.ImportKeyword ? undefined : node.expression;
    if (ts.isNewExpression(node)) return node.expression;
    if (ts.isTaggedTemplateExpression(node)) return node.tag;
    if (ts.isDecorator(node)) return ts.isCallExpression(node.expression) ? undefined : node.expression;
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node))
      return /^[a-z]/u.test(node.tagName.getText()) ? undefined : node.tagName;
    return undefined;
  }

  #site(file, source, node, callee) {
    let named = callee;
    while (ts.isParenthesizedExpression(named) || ts.isNonNullExpression(named)) named = named.expression;
    if (ts.isPropertyAccessExpression(named)) named = named.name;
    else if (ts.isElementAccessExpression(named)) named = named.argumentExpression;
    const line = source.getLineAndCharacterOfPosition(named.getStart(source)).line + 1;
    const name = named.getText(source).slice(0, 200);
    return { path: file, line, name, targets: this.#targetsOrNone(node, named) };
  }

  /** The checker breaks at some calls of JavaScript («No error for last overload signature»): of these nothing is known. */
  #targetsOrNone(node, named) {
    try {
      return this.#targets(node, named);
    } catch {
      return null;
    }
  }

  #targets(node, named) {
    let symbol = this.#checker.getSymbolAtLocation(named);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.#checker.getAliasedSymbol(symbol);
    let declarations = (symbol?.declarations ?? []).map((one) => this.#value(one));
    // A module of CommonJS that is called itself or by a name of an object, and the function that an assignment of it names.
    if (
      declarations.every((one) => ts.isSourceFile(one) || this.#isAssignment(one) || this.#isRequired(one))
    ) {
      const signature = ts.isCallLikeExpression(node) ? this.#checker.getResolvedSignature(node) : undefined;
      // A class without a constructor has that of the library that it extends.
      const declared = signature?.declaration;
      declarations = declared && this.#pathOf(declared) !== null ? [declared] : declarations;
    }
    if (declarations.length === 0) return null;
    const inTree = declarations.filter((one) => this.#pathOf(one) !== null);
    return inTree.map((one) => this.#definition(one));
  }

  /** The object that a module hands on by its own names: `{ open, close: shut }`. */
  #value(node) {
    const imported = this.#imported(node);
    if (imported) return imported;
    const named =
      ts.isPropertyAssignment(node) && ts.isIdentifier(node.initializer) ? node.initializer : null;
    let symbol = ts.isShorthandPropertyAssignment(node)
      ? this.#checker.getShorthandAssignmentValueSymbol(node)
      : named && this.#checker.getSymbolAtLocation(named);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.#checker.getAliasedSymbol(symbol);
    const [declaration] = symbol?.declarations ?? [];
    const isHeld =
      declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
        ? this.#isFunction(declaration.initializer)
        : false;
    return declaration &&
      (isHeld || ts.isFunctionDeclaration(declaration) || ts.isClassDeclaration(declaration))
      ? declaration
      : node;
  }

  /** The names that a pattern takes from a module that is asked for where it is needed: `const { open } = await import('./store')`. */
  #imported(node) {
    const declaration = ts.isBindingElement(node) ? node.parent.parent : undefined;
    const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    const asked = value && ts.isAwaitExpression(value) ? value.expression : value;
    if (!asked || !ts.isCallExpression(asked) || asked.expression.kind !== ts.SyntaxKind.ImportKeyword)
      return undefined;
    const name = (node.propertyName ?? node.name).getText();
    const member = this.#checker.getTypeAtLocation(value).getProperty(name);
    const symbol =
      member && member.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(member) : member;
    return symbol?.declarations?.[0];
  }

  #isRequired(node) {
    return ts.isPropertyAssignment(node) && ts.isRequireCall(node.initializer, true);
  }

  #isAssignment(node) {
    return ts.isPropertyAccessExpression(node) || ts.isBinaryExpression(node);
  }

  #pathOf(node) {
    const relative = path.relative(this.#root, node.getSourceFile().fileName).split(path.sep).join('/');
    return relative.startsWith('..') || relative.includes('node_modules') ? null : relative;
  }

  #definition(declaration) {
    let node = declaration;
    // A function as a value has the name of what holds it.
    if (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node)) {
      while (ts.isParenthesizedExpression(node.parent)) node = node.parent;
      if (
        !('name' in node && node.name) &&
        (ts.isBinaryExpression(node.parent) ||
          ts.isVariableDeclaration(node.parent) ||
          ts.isPropertyAssignment(node.parent))
      )
        node = node.parent;
    }
    if (ts.isBinaryExpression(node)) node = node.left;
    const source = node.getSourceFile();
    const nameNode = ts.isPropertyAccessExpression(node) ? node.name : (node.name ?? node);
    const line = source.getLineAndCharacterOfPosition(nameNode.getStart(source)).line + 1;
    const isConstructor = ts.isConstructorDeclaration(node);
    const name = isConstructor ? 'constructor' : nameNode === node ? 'default' : nameNode.getText(source);
    // A function that has no name and is handed on, or called, where it stands.
    const isAnonymous = name === 'default' && !ts.isExportAssignment(node.parent) && !node.modifiers;
    const kind = isAnonymous ? 'value' : this.#kind(declaration);
    return { path: this.#pathOf(node) ?? '', line, name: name.slice(0, 200), kind };
  }

  #kind(node) {
    // A comment on a parameter's properties declares no function.
    if (ts.isJSDocParameterTag(node) || ts.isJSDocPropertyTag(node)) return 'value';
    if (ts.isParameter(node) || ts.isBindingElement(node) || ts.isImportSpecifier(node)) return 'value';
    if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node))
      return node.initializer && this.#isFunction(node.initializer) ? 'callable' : 'value';
    if (ts.isPropertyAccessExpression(node))
      return ts.isBinaryExpression(node.parent) && this.#isFunction(node.parent.right) ? 'callable' : 'value';
    if (ts.isBinaryExpression(node)) return this.#isFunction(node.right) ? 'callable' : 'value';
    if (
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isShorthandPropertyAssignment(node)
    )
      return ts.isPropertyDeclaration(node) && node.initializer && this.#isFunction(node.initializer)
        ? 'callable'
        : ts.isPropertySignature(node) && node.type && ts.isFunctionTypeNode(node.type)
          ? 'callable'
          : 'value';
    return ts.isSourceFile(node) ||
      ts.isFunctionTypeNode(node) ||
      ts.isCallSignatureDeclaration(node) ||
      ts.isTypeLiteralNode(node)
      ? 'value'
      : 'callable';
  }

  #isFunction(node) {
    let value = node;
    while (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value))
      value = value.expression;
    return ts.isFunctionExpression(value) || ts.isArrowFunction(value) || ts.isClassExpression(value);
  }
}

const ofJavaScript = ['js', 'jsx', 'mjs', 'cjs'];
const isJavaScript = mode === '--javascript';
const files = await filesOf(root, isJavaScript ? ofJavaScript : ['ts', 'tsx', 'mts', 'cts', ...ofJavaScript]);
const options = { ...optionsOf(files), typeRoots: [path.join(modules, '@types')], types: ['node'] };
const host = ts.createCompilerHost(options);
const fileExists = host.fileExists.bind(host);
const isHidden = (file) =>
  isJavaScript && /\.[mc]?ts$/u.test(file) && file.startsWith(root) && !file.includes('node_modules');
host.fileExists = (file) => !isHidden(file) && fileExists(file);
const program = ts.createProgram(
  files.map((file) => path.join(root, file)),
  options,
  host,
);
for (const site of new Reader(program, root).read(files)) console.log(JSON.stringify(site));
