import { under } from './requirement.ts';

/** Document and SDLC tools, and the endpoints they share. */
export const documents = under({
  'docs/specification.md#versioning': {
    'mcp.sdlc-get-version.versions':
      '`sdlc_get_version` takes no parameters and returns the plugin version and the server version.',
  },
  'docs/specification.md#tools': {
    'mcp.document-ingest.type-default':
      'In `document_ingest`, `memory_type` is `wiki` by default; `tags` are optional.',
    'mcp.document-ingest-batch.documents':
      '`document_ingest_batch` takes `documents`, each with `content`, `title`, optional `memory_type` and `tags`.',
    'mcp.document-ingest-file.absolute':
      '`document_ingest_file` needs an absolute `file_path`; a relative one is an error.',
    'mcp.document-ingest-file.title-default':
      'A file that is ingested has its name as `title` by default, and in `document_ingest_file` the `memory_type` `wiki`.',
    'mcp.document-ingest-files-batch.files':
      '`document_ingest_files_batch` takes absolute `file_paths`, `memory_type` default `wiki`, and `tags`.',
    'mcp.document-ingest-batch-from-file.json':
      '`document_ingest_batch_from_file` reads a JSON file that holds an array of document objects.',
    'mcp.document-upload-url.works':
      'In `document_ingest_batch_get_upload_url`, the address takes a batch that is then ingested.',
    'mcp.sdlc-seed.document-types':
      'In `sdlc_seed`, `document_type` is `spec`, `plan`, `result`, `changelog` or `knowledge`; another is an error.',
    'mcp.sdlc-seed.stored':
      '`sdlc_seed` stores memories of type `sdlc_knowledge` with document type and optional `deliverable_id`.',
    'mcp.document-list-delete':
      '`document_list` and `document_delete` of the additional profile list and delete what was ingested.',
    'mcp.sdlc-seed-from-file.seeds':
      '`sdlc_seed_from_file` seeds the text of the file at `file_path` under its `document_type`.',
    'mcp.sdlc-seed-upload-url.works':
      '`sdlc_seed_get_upload_url` hands out an address, and what is uploaded there is seeded.',
  },
  'docs/specification.md#documents': {
    'documents.create':
      '`POST /api/v1/documents` turns a document into memories of type `wiki` or the one given.',
    'documents.batch': '`POST /api/v1/documents/batch` ingests several documents up to the request limit.',
    'documents.list': '`GET /api/v1/documents` lists the documents of the workspace.',
    'documents.get': '`GET /api/v1/documents/{id}` answers one document; unknown or foreign is 404.',
    'documents.delete': '`DELETE /api/v1/documents/{id}` removes the document and its memories.',
    'documents.bounded.hostile':
      'A document of any format is read or refused within 2 s, and what is made of it is bounded by its size.',
    'documents.bounded.lines':
      'However many blocks a text has, and however small they are, the parser of Markdown is given a bounded number of lines; headings, fences and paragraphs are found in all of it.',
    'documents.bounded.together':
      'All documents that are read at once have one limit of memory together; one that needs more than its share is read alone.',
    'documents.bounded.refused':
      'A document that takes more time or memory than a limit is refused, or its item failed, and told which limit.',
    'documents.split.structure':
      'Long documents are split along their structure, each part with its heading path.',
    'documents.split.whole-blocks': 'Code fences and tables are never cut.',
    'documents.split.linked': 'Parts are linked to their neighbours and to their document.',
    'documents.formats': 'Markdown, plain text, HTML, PDF and DOCX are read.',
    'documents.titles.clean':
      'A title has neither the attributes nor the permalink of its heading; the first heading of any depth names a document.',
    'documents.structure.text': 'Underlined and numbered headings of plain text begin sections.',
    'documents.structure.rst':
      'reStructuredText is read as such: its headings begin sections, its directives stay whole.',
    'documents.structure.asciidoc':
      'AsciiDoc is read as such: its headings begin sections, its blocks stay whole.',
    'documents.structure.notebook': 'A notebook becomes its text, its code in fences and what it printed.',
    'documents.structure.openapi':
      'An interface description becomes a section for each operation and each schema.',
    'documents.structure.pdf':
      'A PDF has sections by its outline, or else by the size of its type; running headers and page numbers are left out.',
    'documents.encodings':
      'UTF-8, UTF-16 and Latin-1 are decoded, what a page declares, and other encodings by their letters.',
    'documents.entrances':
      'Each format gives the same sections by the command, the file tool, the endpoint, a batch and an upload.',
    'documents.identity':
      'A document is known by its origin and its path there: two origins never overwrite each other.',
    'documents.again.unchanged':
      'Ingesting the same document again changes nothing and keeps identifiers and feedback.',
    'documents.again.changed':
      'Ingesting an edited document adds, updates and removes only the parts that changed.',
    'documents.counts': 'The answer counts created, updated, unchanged, removed and errors.',
  },
  'docs/specification.md#files-on-the-callers-machine': {
    'documents.cli.prune':
      'Ingesting a folder again tells what is gone and removes it, never more than half without `--force`.',
    'documents.cli.rename': 'A renamed file keeps its memories.',
    'documents.cli.documents': '`workspace-memory documents` lists what was ingested and deletes it.',
    'documents.cli.ingest':
      '`workspace-memory ingest PATH…` ingests files by globs, respects ignore files, and sums up.',
    'documents.files.regular-only':
      'The file tools read only absolute paths of regular files under a size limit.',
    'documents.files.refused': 'Path traversal, symlinks and device files are refused by the file tools.',
  },
  'docs/specification.md#uploads': {
    'documents.upload.url': '`POST /api/v1/documents/upload-url` hands out an address for one upload.',
    'documents.upload.workspace-bound':
      "The address serves one workspace; another workspace's upload id is 404.",
    'documents.upload.size-limited': 'An upload above its size is refused.',
    'documents.upload.expires': 'An expired or altered address is refused.',
    'documents.upload.progress': '`GET /api/v1/documents/uploads/{id}` answers progress and result.',
    'documents.upload.bad-items': 'Bad items are reported by index and good ones kept.',
    'documents.upload.json-lines':
      'A JSON array and JSON Lines are both read, as a stream in constant memory.',
    'documents.upload.event-twice': 'The same upload event delivered twice does nothing twice.',
    'documents.upload.poisonous':
      'An upload whose reading is begun three times and gets no further is failed and says so; nothing sends it again.',
    'documents.upload.one-file':
      'A form takes one file; objects that belong to no open upload are removed at the start.',
    'documents.upload.open-limit': 'A workspace has at most 20 open uploads; one more answers 429.',
    'documents.upload.broken':
      'Broken JSON, an empty file and wrong encoding get clear errors and leave nothing half done.',
  },
});
