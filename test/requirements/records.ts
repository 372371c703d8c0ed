import { under } from './requirement.ts';

/** A workspace leaves and comes back: files of records, notes, backups. */
export const records = under({
  'docs/export-format.md#a-file': {
    'records.round-trip':
      'An export, imported into an empty workspace and exported again, is the same bytes, also in the same deployment and after the jobs have run; the answers about its memories are the same.',
    'records.file':
      'A file that was cut short, is no export or of a newer form is refused before anything is written; ends of lines, marks of the encoding, gzip and separators within texts are read as they are meant.',
    'records.file-whole':
      'A file of an export has its name only once it is whole, is for its owner alone, and replaces none unless told to.',
  },
  'docs/export-format.md#a-record': {
    'records.canonical':
      'The same record is the same line of JSON whatever the order of its fields, and a default is left out.',
    'records.columns': 'Each column of a memory is in its record, or an import makes it anew from what is.',
  },
  'docs/export-format.md#importing': {
    'records.again': 'What is imported again writes nothing: not twice, not in another order of lines.',
    'records.conflicts':
      'Of a memory that is here and differs the later one stands, or the given one, or the one here; the history has the change.',
    'records.forgotten':
      'What was forgotten comes back neither by its identifier nor by its words; what was stored by hand afterwards does.',
    'records.refused':
      'Of records that are invalid, doubled or refer to what is not here each is told by itself, and the others are written.',
    'records.dry-run': 'A dry run tells what would become of each record, and writes nothing.',
    'records.secrets': 'Secrets in an import are replaced before anything is stored.',
    'records.many':
      'Many memories of one request are found by their words at once, as one that is stored alone afterwards; the embedded engine keeps no list of words that a search would have to read.',
    'records.undo': 'An import is taken back as one batch.',
  },
  'docs/export-format.md#notes': {
    'notes.round-trip':
      'Notes that were not edited change nothing; in an empty workspace they make the same memories and declared relationships.',
    'notes.edits':
      'An edited note changes its memory, a new one is a new memory, and of one that is gone it is told; it is deleted only when asked.',
    'notes.conflicts':
      'A memory that was changed as well as its note stays, and that is told; an export writes over no note that was edited.',
    'notes.of-others':
      'A note keeps the fields of its front matter that no memory has, its permalink too, and lists no relationship that its text tells.',
    'notes.syntax':
      'Front matter, observations and relations are those of basic-memory, and notes of other people are read with them.',
  },
  'docs/operating.md#backup-and-restore': {
    'backup.while-writing':
      'A backup of a running service holds every write that was answered before it began, opens, and is for its owner alone.',
    'backup.damaged':
      'A backup that was broken off has no name that looks whole, and one with a changed, missing or added file is not restored.',
    'backup.broken-off':
      'After a backup or a restore whose process was killed everything is as before, and what they left goes with the next.',
    'backup.restore':
      'A backup is restored into an empty data directory or in the place of another, which is kept beside it; not under a running service, and not of a release that this one cannot read.',
  },
  'docs/operating.md#the-data-directory': {
    'backup.known-release':
      'A data directory that a newer release has written is not opened, and stays as it is.',
  },
  'docs/operating.md#data-of-an-earlier-build': {
    'backup.earlier-build':
      'A data directory or a database of a build before 1.0.0 is refused with the place that says how to bring it over.',
  },
});
