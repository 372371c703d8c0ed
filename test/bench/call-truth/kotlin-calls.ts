import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CallSite } from './call-site.ts';
import { filesOf } from './files-of.ts';
import { npmTool } from './npm-tool.ts';
import { callsPrintedBy, runTool } from './run-tool.ts';

/** Source sets of other platforms than the one of Java, which would declare the same again; inputs of tests of compilers. */
const elsewhere =
  /(?:^|\/)(?:testData|build)\/|(?:^|\/)(?:js|wasm|web|native|android|apple|ios|macos|darwin|nix|linux|mingw|posix)\w*(?:Main|Test)\//u;

/** The compiler of npm with a plugin that prints what it resolves; the tree need not compile. */
export async function kotlinCalls(root: string): Promise<CallSite[]> {
  const lib = path.join(await npmTool('kotlin-compiler@2.4.20'), 'kotlin-compiler/lib');
  const run = ['-cp', path.join(lib, 'kotlin-compiler.jar'), 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'];
  const given = ['-kotlin-home', path.dirname(lib), '-nowarn', '-cp'];
  const plugin = path.join(lib, 'calls');
  if (
    !(await access(plugin).then(
      () => true,
      () => false,
    ))
  ) {
    const services = path.join(`${plugin}.new`, 'META-INF/services');
    await mkdir(services, { recursive: true });
    const reader = path.join(import.meta.dirname, 'Calls.kt');
    await runTool('java', [
      ...run,
      ...given,
      path.join(lib, 'kotlin-compiler.jar'),
      '-d',
      `${plugin}.new`,
      reader,
    ]);
    await writeFile(
      path.join(services, 'org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar'),
      'calls.Calls',
    );
    await rename(`${plugin}.new`, plugin);
  }
  const libraries = ['kotlin-test', 'kotlin-reflect', 'kotlin-stdlib'].map((name) =>
    path.join(lib, `${name}.jar`),
  );
  const files = (await filesOf(root, ['kt'])).filter((file) => !elsewhere.test(file));
  const out = path.join(plugin, '..', 'calls-out');
  try {
    return await callsPrintedBy(
      'java',
      [
        '-Xmx3g',
        ...run,
        ...given,
        libraries.join(path.delimiter),
        `-Xplugin=${plugin}`,
        '-Xmulti-platform',
        '-d',
        out,
        ...files,
      ],
      { cwd: root, env: { CALLS_ROOT: root } },
    );
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
