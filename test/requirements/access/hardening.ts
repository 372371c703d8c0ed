import type { Requirement } from '../requirement.ts';

/** What a hostile text, file name or pattern cannot do. */
export const hardening = {
  'hardening.regexes': {
    section: 'docs/decisions/safety.md#52-time-memory-and-attempts-are-bounded',
    text: 'Every regular expression in the source takes time linear in its input; the few that cannot be proven are named, with what bounds them.',
  },
  'hardening.frames': {
    section: 'docs/decisions/agents.md#43-what-a-tools-result-says',
    text: 'Recalled text cannot leave its frame, in the text and in the structured answer: look-alike tags are escaped, titles, names and tags are one line, and bidirectional, tag and control characters are left out.',
  },
  'hardening.globs': {
    section: 'docs/decisions/safety.md#52-time-memory-and-attempts-are-bounded',
    text: 'A glob of a caller is at most 255 characters, and cannot become anything but a glob: parentheses, bars and backslashes stand for themselves.',
  },
  'hardening.file-roots': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'The tools that read files read only below the roots of the client, or else its working directory, and what `WORKSPACE_MEMORY_ROOTS` names: by real paths, no dot files, only what `ingest` reads.',
  },
  'hardening.terminal': {
    section: 'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written',
    text: 'Whatever the command and the local server print is made printable first: control, bidirectional and tag characters are written out.',
  },
  'hardening.strange-repository': {
    section: 'docs/security.md#a-strange-folder',
    text: 'No command, bridge or hook runs a program that the settings of a repository name: monitors, filters, comparing and signing programs, and those that fetch missing objects.',
  },
  'hardening.foreign-repository': {
    section: 'docs/security.md#a-strange-folder',
    text: 'A repository of another user counts as a plain folder, for git and for what is read without git, until the user names it in `safe.directory`.',
  },
  'hardening.strange-files': {
    section: 'docs/security.md#a-strange-folder',
    text: 'A pipe, a device, a link out of the tree or an endless file in the place of a file is passed over: nothing waits for it, and nothing of it is read.',
  },
  'hardening.addresses': {
    section: 'docs/security.md#a-strange-folder',
    text: 'What a service names for logins is asked and opened only by https, or by http of this machine; `setup --team` takes no other address either.',
  },
  'supply.licences': {
    section: 'docs/decisions/product.md#46-names-and-versions',
    text: 'What is shipped has licences that ask for no more than their notice.',
  },
  'supply.sbom': {
    section: 'docs/decisions/product.md#46-names-and-versions',
    text: '`npm run sbom` writes a bill of materials (CycloneDX), in which what only development needs is marked; each release carries one.',
  },
  'supply.audit': {
    section: 'docs/decisions/product.md#46-names-and-versions',
    text: '`npm run audit` tells known vulnerabilities of what is shipped; where no registry answers it says that nothing was checked, and passes.',
  },
  'supply.pinned': {
    section: 'docs/decisions/product.md#46-names-and-versions',
    text: 'Every dependency has one exact version, and a checksum in the lock file.',
  },
} as const satisfies Record<string, Requirement>;
