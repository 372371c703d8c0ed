/** A name as the index has it, its accents composed with their letters; a path stays as the file system has it. */
export const composedName = (name: string): string => (name.includes('/') ? name : name.normalize('NFC'));
