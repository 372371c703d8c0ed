// Loaded with `--import` into a process and its threads: keeps, in the folder MEMORY_IMAGE, what a disk would hold of
// MEMORY_DISK if the power failed now. A file's bytes get there only by being synced; making, renaming and deleting files
// takes effect at once, which is the worse case for a database, since its log is then behind.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const disk = resolve(process.env.MEMORY_DISK);
const image = resolve(process.env.MEMORY_IMAGE);
const real = { ...fs };
/** Of each descriptor, its file; of each file (by inode, which a rename keeps), what was written since it was synced. */
const inodes = new Map();
const unsynced = new Map();

const imageOf = (path) => {
  const inside = relative(disk, resolve(String(path)));
  return inside.startsWith('..') ? undefined : join(image, inside);
};

function after(name, effect) {
  fs[name] = (...values) => {
    const result = real[name](...values);
    effect(result, ...values);
    return result;
  };
}

const make = (copy) => {
  real.mkdirSync(dirname(copy), { recursive: true });
  real.closeSync(real.openSync(copy, 'a'));
};

after('mkdirSync', (_, path) => {
  const copy = imageOf(path);
  if (copy) real.mkdirSync(copy, { recursive: true });
});
after('openSync', (descriptor, path) => {
  const copy = imageOf(path);
  const stats = real.fstatSync(descriptor);
  if (!copy || !stats.isFile()) return;
  make(copy);
  inodes.set(descriptor, { inode: stats.ino, path: resolve(path) });
});
after('writeFileSync', (_, path) => {
  const copy = imageOf(path);
  if (copy) make(copy);
});
after('closeSync', (_, descriptor) => inodes.delete(descriptor));
after('writeSync', (written, descriptor, buffer, offset, length, position) => {
  const file = inodes.get(descriptor);
  if (!file) return;
  const writes = unsynced.get(file.inode) ?? [];
  writes.push({ at: position, bytes: Buffer.from(buffer.slice(offset, offset + written)) });
  unsynced.set(file.inode, writes);
});
after('renameSync', (_, from, to) => {
  const [source, target] = [imageOf(from), imageOf(to)];
  if (source && target) real.renameSync(source, target);
  // A folder is renamed with all that is open in it.
  for (const file of inodes.values())
    if (`${file.path}/`.startsWith(`${resolve(from)}/`))
      file.path = join(resolve(to), relative(resolve(from), file.path));
});
for (const name of ['unlinkSync', 'rmdirSync'])
  after(name, (_, path) => {
    const copy = imageOf(path);
    if (copy) real[name](copy);
  });
for (const name of ['ftruncateSync', 'truncateSync'])
  after(name, (_, target, length = 0) => {
    const path = typeof target === 'number' ? inodes.get(target)?.path : target;
    const copy = path && imageOf(path);
    if (copy) real.truncateSync(copy, length);
  });

function sync(descriptor) {
  const file = inodes.get(descriptor);
  if (!file) return;
  const copy = real.openSync(imageOf(file.path), 'r+');
  for (const { at, bytes } of unsynced.get(file.inode) ?? [])
    real.writeSync(copy, bytes, 0, bytes.length, at);
  unsynced.delete(file.inode);
  real.closeSync(copy);
}
for (const name of ['fsyncSync', 'fdatasyncSync']) after(name, (_, descriptor) => sync(descriptor));
fs.fdatasync = (descriptor, done) =>
  real.fdatasync(descriptor, (error) => {
    if (!error) sync(descriptor);
    done(error);
  });

syncBuiltinESMExports();
