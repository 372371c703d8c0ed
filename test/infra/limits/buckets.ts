import { bytesOf, nameOf, type Limit } from './limit.ts';

const S3 = 'AmazonS3/latest/userguide/bucketnamingrules.html';

/** Of buckets. */
export const BUCKETS_LIMITS: readonly Limit[] = [
  { of: 'AWS::S3::Bucket', what: 'length of the name', least: 3, most: 63, source: S3, measure: nameOf },
  {
    of: 'AWS::S3::Bucket',
    what: 'capital letters in the name',
    most: 0,
    source: S3,
    measure: ({ stack, id }) => [stack.resolver.nameOf(id).replaceAll(/[^A-Z_]/gu, '').length],
  },
  {
    of: 'AWS::S3::Bucket',
    what: 'rules for origins',
    most: 100,
    source: 'AmazonS3/latest/userguide/cors.html',
    measure: ({ properties }) => [properties['CorsConfiguration']?.CorsRules.length],
  },
  {
    of: 'AWS::S3::BucketPolicy',
    what: 'bytes',
    most: 20_480,
    source: 'AmazonS3/latest/userguide/using-iam-policies.html',
    measure: ({ properties }) => [bytesOf(properties['PolicyDocument'])],
  },
];
