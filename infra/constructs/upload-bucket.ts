import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Equipped } from './models.ts';
import { deploymentName } from '../settings.ts';

/** An upload that nobody collected is no use to anybody. */
const KEPT_DAYS = 7;

/** Keys begin with the workspace; see packages/core/src/documents/uploads.ts. */
const OBJECTS = 'uploads/*';

export class UploadBucket extends Construct {
  readonly bucket: s3.Bucket;

  /** @param corsOrigins that browsers may upload from */
  constructor(scope: Construct, id: string, { corsOrigins }: { corsOrigins: readonly string[] }) {
    super(scope, id);
    this.bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [
        { expiration: Duration.days(KEPT_DAYS), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      ...(corsOrigins.length > 0
        ? {
            cors: [
              {
                allowedMethods: [s3.HttpMethods.POST],
                allowedOrigins: [...corsOrigins],
                allowedHeaders: ['*'],
                maxAge: Duration.hours(1).toSeconds(),
              },
            ],
          }
        : {}),
      // The database has everything that matters; a bucket with objects in it stays behind and empties itself.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    acknowledge(
      this.bucket,
      'S1',
      'Each upload is a row of the database, with its workspace and when it came; a log would say no more.',
    );
  }

  grantUpload(grantee: Equipped): void {
    this.#grant(grantee, 's3:PutObject');
  }

  grantCollect(grantee: LambdaFunction): void {
    this.#grant(grantee, 's3:GetObject', 's3:DeleteObject');
    // Without it S3 says that a missing object is forbidden.
    iam.Grant.addToPrincipal({ grantee, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] });
  }

  announceTo(queue: Queue): void {
    const policy = queue.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        // Naming the bucket here would make queue and bucket wait for each other; its name begins with that of the stack.
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
          ArnLike: { 'aws:SourceArn': `arn:${Stack.of(this).partition}:s3:::${deploymentName('')}*` },
        },
      }),
    );
    const resource = this.bucket.node.defaultChild as s3.CfnBucket;
    resource.notificationConfiguration = {
      queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: queue.queueArn }],
    };
    if (policy.policyDependable) this.bucket.node.addDependency(policy.policyDependable);
  }

  #grant(grantee: Equipped, ...actions: string[]): void {
    iam.Grant.addToPrincipal({ grantee, actions, resourceArns: [this.bucket.arnForObjects(OBJECTS)] });
    grantee.addEnvironment('UPLOAD_BUCKET', this.bucket.bucketName);
    const bucket = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as s3.CfnBucket);
    if (grantee.role)
      acknowledge(
        grantee.role,
        `IAM5[Resource::<${bucket}.Arn>/${OBJECTS}]`,
        'Each upload has its own key; the form that is signed for it names that key alone.',
      );
  }
}
