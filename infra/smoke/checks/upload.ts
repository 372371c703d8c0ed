import { expectThat, type SmokeCheck } from '../smoke-context.ts';

/** A file goes to the address of an upload, and is read from there. */
export const upload: SmokeCheck = {
  name: 'upload',
  needs: ['workspace'],
  async run(context) {
    const { client, run, until } = context;
    const created = await client.createUpload({ body: {} });
    const form = new FormData();
    for (const [name, value] of Object.entries(created.fields)) form.append(name, value);
    const document = {
      title: `How payments are retried (${run})`,
      content: '# Retries\n\nA retry carries the key of the first attempt.\n',
      source: `smoke/${run}.md`,
    };
    form.append('file', new Blob([`${JSON.stringify(document)}\n`]), 'documents.jsonl');
    const response = await fetch(created.url, { method: created.method, body: form });
    expectThat(response.ok, `The upload was refused (${response.status}): ${await response.text()}`);
    context.cleanups.push(async () => {
      const { results } = await client.listDocuments({ query: { limit: 100 } });
      for (const { id, title } of results)
        if (title === document.title) await client.deleteDocument({ path: { id } });
    });
    const done = await until('The upload was not read', async () => {
      const state = await client.getUpload({ path: { id: created.upload_id } });
      return state.state === 'waiting' || state.state === 'processing' ? undefined : state;
    });
    expectThat(
      done.state === 'complete',
      `The upload is ${done.state}: ${done.failure ?? 'no reason given'}`,
    );
    expectThat(done.documents === 1, `${done.documents} documents were read, of one.`);
    return `1 document, ${done.created} sections`;
  },
};
