import { type FileIndex, indexTree } from '@memory/code-graph';

/** Every file of a tree as the command reads it. */
export async function indexed(root: string): Promise<FileIndex[]> {
  const files: FileIndex[] = [];
  for await (const event of indexTree({ root })) if (event.kind === 'indexed') files.push(event.file);
  return files;
}
