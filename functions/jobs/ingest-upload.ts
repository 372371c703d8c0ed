import { ingestUpload } from '@memory/core';
import { job } from '@memory/service';

/** Reads an uploaded file of documents, step by step. */
export const handler = job('ingestUpload', ingestUpload);
