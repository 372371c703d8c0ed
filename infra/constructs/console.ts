import { fileURLToPath } from 'node:url';
import { Aws, DefaultStackSynthesizer, Duration, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import {
  ASSET_CACHE_CONTROL,
  CONSOLE_HEADERS,
  CONSOLE_PATH,
  PAGE_CACHE_CONTROL,
} from '@memory/contracts/console';
import { acknowledge } from '../acknowledge.ts';
import type { RestApi } from './rest-api.ts';

/** Where `packages/console/build.ts` leaves it. */
const BUILT = fileURLToPath(new URL('../../packages/console/dist', import.meta.url));

/** Every address but those of files is a view's, and the page finds out which. */
const SHOW_PAGE = `function handler(event) {
  var request = event.request;
  if (!/^\\/(?:assets\\/|icon\\.svg$)/.test(request.uri)) request.uri = '/index.html';
  return request;
}`;

export interface ConsoleProps {
  api: RestApi;
  domain: { name: string; certificateArn: string } | undefined;
}

/**
 * The console's pages in a private bucket behind a distribution, which sends what they ask of the API to a function of theirs: of
 * one origin, so that a cookie of the same site is enough and no page of another can use it.
 */
export class Console extends Construct {
  /** Without a slash at the end. */
  readonly url: string;
  /** The target of a CNAME of the console's own name; undefined without such a name. */
  readonly domainTarget: string | undefined;
  readonly #api: RestApi;

  constructor(scope: Construct, id: string, { api, domain }: ConsoleProps) {
    super(scope, id);
    this.#api = api;
    const bucket = this.#bucket();
    const responseHeadersPolicy = this.#headers();
    const asked = (originPath: string): cloudfront.BehaviorOptions => ({
      origin: new origins.HttpOrigin(`${api.api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`, {
        originPath,
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: Duration.seconds(30),
      }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      // The gateway knows itself by its own name only.
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy,
    });
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `Console of ${Stack.of(this).stackName}`,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(domain
        ? {
            domainNames: [domain.name],
            certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
          }
        : {}),
      defaultBehavior: {
        origin: origins.S3BucketOrigin.withOriginAccessControl(bucket),
        allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy,
        functionAssociations: [
          {
            eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
            function: new cloudfront.Function(this, 'ShowPage', {
              code: cloudfront.FunctionCode.fromInline(SHOW_PAGE),
              runtime: cloudfront.FunctionRuntime.JS_2_0,
            }),
          },
        ],
      },
      // The function sees all of it below one path, and takes that off again.
      additionalBehaviors: { '/api/*': asked(CONSOLE_PATH), [`${CONSOLE_PATH}/*`]: asked('') },
    });
    this.#deploy(bucket);
    this.url = `https://${domain?.name ?? distribution.distributionDomainName}`;
    this.domainTarget = domain ? distribution.distributionDomainName : undefined;
    acknowledge(distribution, 'CFR1', 'Members of a team may be anywhere; who is one, the login says.');
    acknowledge(
      distribution,
      'CFR2',
      'A web ACL costs more than the rest of the console; an operator may add one.',
    );
    acknowledge(
      distribution,
      'CFR3',
      'The pages hold no data; what they ask of the API is in the log of the gateway.',
    );
    if (!domain)
      acknowledge(
        distribution,
        'CFR4',
        "The certificate of CloudFront's own name leaves the version of TLS to it; a name of one's own has 1.2 at least.",
      );
  }

  /** Sends what the pages ask to the function, and tells it where they are. */
  serve(handler: LambdaFunction, clientId: string): void {
    this.#api.addRoute('ANY', `${CONSOLE_PATH}/{asked+}`, handler);
    handler.addEnvironment('CONSOLE_URL', this.url);
    handler.addEnvironment('CONSOLE_CLIENT_ID', clientId);
  }

  #bucket(): s3.Bucket {
    const bucket = new s3.Bucket(this, 'Bucket', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // All of it is made again by the next deployment; what lies in a bucket keeps it from being deleted.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    acknowledge(
      bucket,
      'S1',
      'It holds the pages of the console, which are public text, and only the distribution reads it.',
    );
    return bucket;
  }

  /** The headers of the local service, and that this name is only ever asked over TLS. */
  #headers(): cloudfront.ResponseHeadersPolicy {
    const {
      'content-security-policy': contentSecurityPolicy,
      'cross-origin-opener-policy': openerPolicy,
      'cross-origin-resource-policy': resourcePolicy,
      'permissions-policy': permissionsPolicy,
    } = CONSOLE_HEADERS;
    const override = true;
    return new cloudfront.ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override },
        referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.NO_REFERRER, override },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'cross-origin-opener-policy', value: openerPolicy, override },
          { header: 'cross-origin-resource-policy', value: resourcePolicy, override },
          { header: 'permissions-policy', value: permissionsPolicy, override },
        ],
      },
    });
  }

  /** The files first, then the page that names them; those of the version before stay for pages that are open. */
  #deploy(bucket: s3.Bucket): void {
    const sources = [Source.asset(BUILT, { exclude: ['built-from'] })];
    const files = new BucketDeployment(this, 'Files', {
      sources,
      destinationBucket: bucket,
      exclude: ['index.html'],
      prune: false,
      cacheControl: [CacheControl.fromString(ASSET_CACHE_CONTROL)],
    });
    const page = new BucketDeployment(this, 'Page', {
      sources,
      destinationBucket: bucket,
      exclude: ['*'],
      include: ['index.html'],
      prune: false,
      cacheControl: [CacheControl.fromString(PAGE_CACHE_CONTROL)],
    });
    page.node.addDependency(files);
    acknowledgeDeployment(files, Stack.of(this).getLogicalId(bucket.node.defaultChild as s3.CfnBucket));
  }
}

/** Rights of the CDK's own function, which writes the files while a deployment runs and at no other time. */
function acknowledgeDeployment({ handlerRole }: BucketDeployment, bucket: string): void {
  const { account, region } = Stack.of(handlerRole);
  const owner = Token.isUnresolved(account) ? '<AWS::AccountId>' : account;
  const assets = `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets-${owner}-${region}`;
  acknowledge(
    handlerRole,
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    'The function that copies files while a deployment runs is of the CDK, and so is its role.',
  );
  for (const finding of [
    ...['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'].map(
      (action) => `Action::s3:${action}`,
    ),
    `Resource::arn:<AWS::Partition>:s3:::${assets}/*`,
    `Resource::<${bucket}.Arn>/*`,
  ])
    acknowledge(
      handlerRole,
      `IAM5[${finding}]`,
      'It copies every file of the console from the bucket of assets to the one of its pages, and has rights on these two.',
    );
  if (handlerRole.node.scope)
    acknowledge(
      handlerRole.node.scope,
      'L1',
      'The runtime of this function comes with the version of the CDK.',
    );
}
