import type { Requirement } from './requirement.ts';

/** Document and SDLC tools, and the endpoints they share. */
export const documents = {
  'mcp.sdlc-get-version.versions': {
    section: 'docs/specification.md#versioning',
    text: '`sdlc_get_version` takes no parameters and returns the plugin version and the server version.',
  },
  'mcp.document-ingest.type-default': {
    section: 'docs/specification.md#tools',
    text: 'In `document_ingest`, `memory_type` is `wiki` by default; `tags` are optional.',
  },
  'mcp.document-ingest-batch.documents': {
    section: 'docs/specification.md#tools',
    text: '`document_ingest_batch` takes `documents`, each with `content`, `title`, optional `memory_type` and `tags`.',
  },
  'mcp.document-ingest-file.absolute': {
    section: 'docs/specification.md#tools',
    text: '`document_ingest_file` needs an absolute `file_path`; a relative one is an error.',
  },
  'mcp.document-ingest-file.title-default': {
    section: 'docs/specification.md#tools',
    text: 'A file that is ingested has its name as `title` by default, and in `document_ingest_file` the `memory_type` `wiki`.',
  },
  'mcp.document-ingest-files-batch.files': {
    section: 'docs/specification.md#tools',
    text: '`document_ingest_files_batch` takes absolute `file_paths`, `memory_type` default `wiki`, and `tags`.',
  },
  'mcp.document-ingest-batch-from-file.json': {
    section: 'docs/specification.md#tools',
    text: '`document_ingest_batch_from_file` reads a JSON file that holds an array of document objects.',
  },
  'mcp.document-upload-url.works': {
    section: 'docs/specification.md#tools',
    text: 'In `document_ingest_batch_get_upload_url`, the address takes a batch that is then ingested.',
  },
  'mcp.sdlc-seed.document-types': {
    section: 'docs/specification.md#tools',
    text: 'In `sdlc_seed`, `document_type` is `spec`, `plan`, `result`, `changelog` or `knowledge`; another is an error.',
  },
  'mcp.sdlc-seed.stored': {
    section: 'docs/specification.md#tools',
    text: '`sdlc_seed` stores memories of type `sdlc_knowledge` with document type and optional `deliverable_id`.',
  },
  'documents.create': {
    section: 'docs/specification.md#documents',
    text: '`POST /api/v1/documents` turns a document into memories of type `wiki` or the one given.',
  },
  'documents.batch': {
    section: 'docs/specification.md#documents',
    text: '`POST /api/v1/documents/batch` ingests several documents up to the request limit.',
  },
  'documents.list': {
    section: 'docs/specification.md#documents',
    text: '`GET /api/v1/documents` lists the documents of the workspace.',
  },
  'documents.get': {
    section: 'docs/specification.md#documents',
    text: '`GET /api/v1/documents/{id}` answers one document; unknown or foreign is 404.',
  },
  'documents.delete': {
    section: 'docs/specification.md#documents',
    text: '`DELETE /api/v1/documents/{id}` removes the document and its memories.',
  },
  'documents.bounded.hostile': {
    section: 'docs/specification.md#documents',
    text: 'A document of any format is read or refused within 2 s, and what is made of it is bounded by its size.',
  },
  'documents.bounded.lines': {
    section: 'docs/specification.md#documents',
    text: 'However many blocks a text has, and however small they are, the parser of Markdown is given a bounded number of lines; headings, fences and paragraphs are found in all of it.',
  },
  'documents.bounded.together': {
    section: 'docs/specification.md#documents',
    text: 'All documents that are read at once have one limit of memory together; one that needs more than its share is read alone.',
  },
  'documents.bounded.refused': {
    section: 'docs/specification.md#documents',
    text: 'A document that takes more time or memory than a limit is refused, or its item failed, and told which limit.',
  },
  'documents.split.structure': {
    section: 'docs/specification.md#documents',
    text: 'Long documents are split along their structure, each part with its heading path.',
  },
  'documents.split.whole-blocks': {
    section: 'docs/specification.md#documents',
    text: 'Code fences and tables are never cut.',
  },
  'documents.split.linked': {
    section: 'docs/specification.md#documents',
    text: 'Parts are linked to their neighbours and to their document.',
  },
  'documents.formats': {
    section: 'docs/specification.md#documents',
    text: 'Markdown, plain text, HTML, PDF and DOCX are read.',
  },
  'documents.titles.clean': {
    section: 'docs/specification.md#documents',
    text: 'A title has neither the attributes nor the permalink of its heading; the first heading of any depth names a document.',
  },
  'documents.structure.text': {
    section: 'docs/specification.md#documents',
    text: 'Underlined and numbered headings of plain text begin sections.',
  },
  'documents.structure.rst': {
    section: 'docs/specification.md#documents',
    text: 'reStructuredText is read as such: its headings begin sections, its directives stay whole.',
  },
  'documents.structure.asciidoc': {
    section: 'docs/specification.md#documents',
    text: 'AsciiDoc is read as such: its headings begin sections, its blocks stay whole.',
  },
  'documents.structure.notebook': {
    section: 'docs/specification.md#documents',
    text: 'A notebook becomes its text, its code in fences and what it printed.',
  },
  'documents.structure.openapi': {
    section: 'docs/specification.md#documents',
    text: 'An interface description becomes a section for each operation and each schema.',
  },
  'documents.structure.pdf': {
    section: 'docs/specification.md#documents',
    text: 'A PDF has sections by its outline, or else by the size of its type; running headers and page numbers are left out.',
  },
  'documents.encodings': {
    section: 'docs/specification.md#documents',
    text: 'UTF-8, UTF-16 and Latin-1 are decoded, what a page declares, and other encodings by their letters.',
  },
  'documents.entrances': {
    section: 'docs/specification.md#documents',
    text: 'Each format gives the same sections by the command, the file tool, the endpoint, a batch and an upload.',
  },
  'documents.identity': {
    section: 'docs/specification.md#documents',
    text: 'A document is known by its origin and its path there: two origins never overwrite each other.',
  },
  'documents.cli.prune': {
    section: 'docs/specification.md#files-on-the-callers-machine',
    text: 'Ingesting a folder again tells what is gone and removes it, never more than half without `--force`.',
  },
  'documents.cli.rename': {
    section: 'docs/specification.md#files-on-the-callers-machine',
    text: 'A renamed file keeps its memories.',
  },
  'documents.cli.documents': {
    section: 'docs/specification.md#files-on-the-callers-machine',
    text: '`workspace-memory documents` lists what was ingested and deletes it.',
  },
  'mcp.document-list-delete': {
    section: 'docs/specification.md#tools',
    text: '`document_list` and `document_delete` of the additional profile list and delete what was ingested.',
  },
  'documents.again.unchanged': {
    section: 'docs/specification.md#documents',
    text: 'Ingesting the same document again changes nothing and keeps identifiers and feedback.',
  },
  'documents.again.changed': {
    section: 'docs/specification.md#documents',
    text: 'Ingesting an edited document adds, updates and removes only the parts that changed.',
  },
  'documents.counts': {
    section: 'docs/specification.md#documents',
    text: 'The answer counts created, updated, unchanged, removed and errors.',
  },
  'documents.upload.url': {
    section: 'docs/specification.md#uploads',
    text: '`POST /api/v1/documents/upload-url` hands out an address for one upload.',
  },
  'documents.upload.workspace-bound': {
    section: 'docs/specification.md#uploads',
    text: "The address serves one workspace; another workspace's upload id is 404.",
  },
  'documents.upload.size-limited': {
    section: 'docs/specification.md#uploads',
    text: 'An upload above its size is refused.',
  },
  'documents.upload.expires': {
    section: 'docs/specification.md#uploads',
    text: 'An expired or altered address is refused.',
  },
  'documents.upload.progress': {
    section: 'docs/specification.md#uploads',
    text: '`GET /api/v1/documents/uploads/{id}` answers progress and result.',
  },
  'documents.upload.bad-items': {
    section: 'docs/specification.md#uploads',
    text: 'Bad items are reported by index and good ones kept.',
  },
  'documents.upload.json-lines': {
    section: 'docs/specification.md#uploads',
    text: 'A JSON array and JSON Lines are both read, as a stream in constant memory.',
  },
  'documents.upload.event-twice': {
    section: 'docs/specification.md#uploads',
    text: 'The same upload event delivered twice does nothing twice.',
  },
  'documents.upload.poisonous': {
    section: 'docs/specification.md#uploads',
    text: 'An upload whose reading is begun three times and gets no further is failed and says so; nothing sends it again.',
  },
  'documents.upload.one-file': {
    section: 'docs/specification.md#uploads',
    text: 'A form takes one file; objects that belong to no open upload are removed at the start.',
  },
  'documents.upload.open-limit': {
    section: 'docs/specification.md#uploads',
    text: 'A workspace has at most 20 open uploads; one more answers 429.',
  },
  'documents.upload.broken': {
    section: 'docs/specification.md#uploads',
    text: 'Broken JSON, an empty file and wrong encoding get clear errors and leave nothing half done.',
  },
  'documents.cli.ingest': {
    section: 'docs/specification.md#files-on-the-callers-machine',
    text: '`workspace-memory ingest PATH…` ingests files by globs, respects ignore files, and sums up.',
  },
  'mcp.sdlc-seed-from-file.seeds': {
    section: 'docs/specification.md#tools',
    text: '`sdlc_seed_from_file` seeds the text of the file at `file_path` under its `document_type`.',
  },
  'mcp.sdlc-seed-upload-url.works': {
    section: 'docs/specification.md#tools',
    text: '`sdlc_seed_get_upload_url` hands out an address, and what is uploaded there is seeded.',
  },
  'documents.files.regular-only': {
    section: 'docs/specification.md#files-on-the-callers-machine',
    text: 'The file tools read only absolute paths of regular files under a size limit.',
  },
  'documents.files.refused': {
    section: 'docs/specification.md#files-on-the-callers-machine',
    text: 'Path traversal, symlinks and device files are refused by the file tools.',
  },
} as const satisfies Record<string, Requirement>;
