import { languages, type Language } from '@memory/text';

export const isLanguage = (name: string): name is Language => languages.some((language) => language === name);
