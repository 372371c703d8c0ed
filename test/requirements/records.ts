import type { Requirement } from './requirement.ts';

/** A workspace leaves and comes back: files of records, notes, backups. */
export const records = {
  'records.round-trip': {
    section: 'docs/export-format.md#a-file',
    text: 'An export, imported into an empty workspace and exported again, is the same bytes, also in the same deployment and after the jobs have run; the answers about its memories are the same.',
  },
  'records.canonical': {
    section: 'docs/export-format.md#a-record',
    text: 'The same record is the same line of JSON whatever the order of its fields, and a default is left out.',
  },
  'records.again': {
    section: 'docs/export-format.md#importing',
    text: 'What is imported again writes nothing: not twice, not in another order of lines.',
  },
  'records.conflicts': {
    section: 'docs/export-format.md#importing',
    text: 'Of a memory that is here and differs the later one stands, or the given one, or the one here; the history has the change.',
  },
  'records.forgotten': {
    section: 'docs/export-format.md#importing',
    text: 'What was forgotten comes back neither by its identifier nor by its words; what was stored by hand afterwards does.',
  },
  'records.refused': {
    section: 'docs/export-format.md#importing',
    text: 'Of records that are invalid, doubled or refer to what is not here each is told by itself, and the others are written.',
  },
  'records.dry-run': {
    section: 'docs/export-format.md#importing',
    text: 'A dry run tells what would become of each record, and writes nothing.',
  },
  'records.secrets': {
    section: 'docs/export-format.md#importing',
    text: 'Secrets in an import are replaced before anything is stored.',
  },
  'records.many': {
    section: 'docs/export-format.md#importing',
    text: 'Many memories of one request are found by their words at once, as one that is stored alone afterwards; the embedded engine keeps no list of words that a search would have to read.',
  },
  'records.undo': {
    section: 'docs/export-format.md#importing',
    text: 'An import is taken back as one batch.',
  },
  'records.columns': {
    section: 'docs/export-format.md#a-record',
    text: 'Each column of a memory is in its record, or an import makes it anew from what is.',
  },
  'records.file': {
    section: 'docs/export-format.md#a-file',
    text: 'A file that was cut short, is no export or of a newer form is refused before anything is written; ends of lines, marks of the encoding, gzip and separators within texts are read as they are meant.',
  },
  'records.file-whole': {
    section: 'docs/export-format.md#a-file',
    text: 'A file of an export has its name only once it is whole, is for its owner alone, and replaces none unless told to.',
  },
  'notes.round-trip': {
    section: 'docs/export-format.md#notes',
    text: 'Notes that were not edited change nothing; in an empty workspace they make the same memories and declared relationships.',
  },
  'notes.edits': {
    section: 'docs/export-format.md#notes',
    text: 'An edited note changes its memory, a new one is a new memory, and of one that is gone it is told; it is deleted only when asked.',
  },
  'notes.conflicts': {
    section: 'docs/export-format.md#notes',
    text: 'A memory that was changed as well as its note stays, and that is told; an export writes over no note that was edited.',
  },
  'notes.of-others': {
    section: 'docs/export-format.md#notes',
    text: 'A note keeps the fields of its front matter that no memory has, its permalink too, and lists no relationship that its text tells.',
  },
  'notes.syntax': {
    section: 'docs/export-format.md#notes',
    text: 'Front matter, observations and relations are those of basic-memory, and notes of other people are read with them.',
  },
  'backup.while-writing': {
    section: 'docs/operating.md#backup-and-restore',
    text: 'A backup of a running service holds every write that was answered before it began, opens, and is for its owner alone.',
  },
  'backup.damaged': {
    section: 'docs/operating.md#backup-and-restore',
    text: 'A backup that was broken off has no name that looks whole, and one with a changed, missing or added file is not restored.',
  },
  'backup.broken-off': {
    section: 'docs/operating.md#backup-and-restore',
    text: 'After a backup or a restore whose process was killed everything is as before, and what they left goes with the next.',
  },
  'backup.restore': {
    section: 'docs/operating.md#backup-and-restore',
    text: 'A backup is restored into an empty data directory or in the place of another, which is kept beside it; not under a running service, and not of a release that this one cannot read.',
  },
  'backup.known-release': {
    section: 'docs/operating.md#the-data-directory',
    text: 'A data directory that a newer release has written is not opened, and stays as it is.',
  },
  'backup.earlier-build': {
    section: 'docs/operating.md#data-of-an-earlier-build',
    text: 'A data directory or a database of a build before 0.2.0 is refused with the place that says how to bring it over.',
  },
} as const satisfies Record<string, Requirement>;
