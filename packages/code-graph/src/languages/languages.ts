import { c } from './c.ts';
import { cpp } from './cpp.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import type { Language } from './language.ts';
import { kotlin } from './kotlin.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { scala } from './scala.ts';
import { shell } from './shell.ts';
import { swift } from './swift.ts';
import { svelte, tsx, typescript, vue } from './typescript.ts';

export const languages: readonly Language[] = [
  typescript,
  tsx,
  vue,
  svelte,
  javascript,
  python,
  go,
  java,
  rust,
  csharp,
  ruby,
  php,
  c,
  cpp,
  kotlin,
  scala,
  shell,
  swift,
];
