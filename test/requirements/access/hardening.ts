import { under } from '../requirement.ts';

/** Harm that a hostile text, file name or pattern cannot do. */
export const hardening = under({
  'docs/decisions/safety.md#52-time-memory-and-attempts-are-bounded': {
    'hardening.regexes':
      'Every regular expression in the source takes time linear in its input; the few that cannot be proven are named, with what bounds them.',
    'fuzz.kept':
      'Each input that `npm run fuzz` once found to break a reader, or to hold it up, keeps its promises and its time.',
    'hardening.globs':
      'A glob of a caller is at most 255 characters, and cannot become anything but a glob: parentheses, bars and backslashes stand for themselves.',
  },
  'docs/decisions/agents.md#43-what-a-tools-result-says': {
    'hardening.frames':
      'Recalled text cannot leave its frame, in the text and in the structured answer: look-alike tags are escaped, titles, names and tags are one line, and bidirectional, tag and control characters are left out.',
  },
  'docs/decisions/safety.md#48-secrets-are-replaced-before-they-are-written': {
    'hardening.file-roots':
      'The tools that read files read only below the roots of the client, or else its working directory, and what `WORKSPACE_MEMORY_ROOTS` names: by real paths, no dot files, only what `ingest` reads.',
    'hardening.terminal':
      'Whatever the command and the local server print is made printable first: control, bidirectional and tag characters are written out.',
  },
  'docs/security.md#a-strange-folder': {
    'hardening.strange-repository':
      'No command, bridge or hook runs a program that the settings of a repository name: monitors, filters, comparing and signing programs, and those that fetch missing objects.',
    'hardening.foreign-repository':
      'A repository of another user counts as a plain folder, for git and for what is read without git, until the user names it in `safe.directory`.',
    'hardening.strange-files':
      'A pipe, a device, a link out of the tree or an endless file in the place of a file is passed over: nothing waits for it, and nothing of it is read.',
    'hardening.addresses':
      'What a service names for logins is asked and opened only by https, or by http of this machine; `setup --team` takes no other address either.',
  },
  'docs/decisions/safety.md#126-the-clock-may-be-wrong': {
    'clock.rates':
      'A key in use is taken within a second after the clock was set back or ahead by hours or days, and has no more calls than its rate for it.',
    'clock.work':
      'Sessions end, summaries are made and lost work is taken up as ever within an hour after the clock was set back, however far.',
    'clock.tombstones':
      'What was forgotten after the clock was set back comes back by no import, although it was stored by a later time.',
    'clock.keys':
      'A revoked key stays revoked whatever the clock says, and one with an end ends by the clock.',
    'clock.schedules':
      'A schedule is kept by the time of day, looked at each minute: after sleep and after the clock was set back or ahead it is due once.',
  },
  'docs/operating.md#faults': {
    'faults.disk-full':
      'While the disk is full, writes are answered with 503 that says so, and so does the start of the service.',
    'faults.damaged':
      'A start on a damaged database names its folder and the command that puts a backup in its place.',
    'faults.upload-secret':
      'A secret of uploads that a crash left empty or short is made anew, and written whole or not at all.',
  },
  'docs/decisions/product.md#46-names-and-versions': {
    'supply.licences': 'What is shipped has licences that ask for no more than their notice.',
    'supply.sbom':
      '`npm run sbom` writes a bill of materials (CycloneDX), in which what only development needs is marked; each release carries one.',
    'supply.audit':
      '`npm run audit` tells known vulnerabilities of what is shipped; where no registry answers it says that nothing was checked, and passes.',
    'supply.pinned': 'Every dependency has one exact version, and a checksum in the lock file.',
  },
});
