import { Annotations, Aws, CfnOutput, Duration, Fn, Stack, Tags, type App } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Trigger } from 'aws-cdk-lib/triggers';
import type { Construct } from 'constructs';
import { jobQueueName, scheduleEntries, schedules, type JobName } from '@memory/contracts';
import { acknowledge } from './acknowledge.ts';
import type { Bundle } from './bundle-functions.ts';
import { Canaries } from './constructs/canaries.ts';
import { Console } from './constructs/console.ts';
import { Container } from './constructs/container.ts';
import { Database } from './constructs/database.ts';
import { grantOperation, JobQueue, Schedule } from './constructs/job-queue.ts';
import { McpServer, RestApi } from './constructs/rest-api.ts';
import { Models, type Equipped } from './constructs/models.ts';
import { Monitoring } from './constructs/monitoring.ts';
import { FunctionRole, NodeFunction } from './constructs/node-function.ts';
import { UploadBucket } from './constructs/upload-bucket.ts';
import { deploymentName, settingsOf } from './settings.ts';
import type { Environment } from './environments.ts';
import {
  adminFunction,
  CANARIES,
  consoleFunction,
  fallbackFunction,
  mcpFunctions,
  migrateFunction,
  workersOf,
  type Worker,
  routeFunctions,
  type FunctionPlan,
} from './functions.ts';

/** The gateway answers by itself after 30 s. */
const REQUEST_TIMEOUT = Duration.seconds(29);
/** Leaves time for the answer itself, or for a 503 that says when to come back. */
const REQUEST_RESUME_TIMEOUT = Duration.seconds(22);
/** A cluster that sleeps deeply is back well within this. */
const JOB_RESUME_SECONDS_MAX = 300;
const OPERATION_TIMEOUT = Duration.minutes(15);
const OPERATION_RESUME_TIMEOUT = Duration.minutes(5);

export interface MemoryServiceStackProps {
  environmentName: string;
  environment: Environment;
  bundles: ReadonlyMap<string, Bundle>;
}

export class MemoryServiceStack extends Stack {
  readonly #environment: Environment;
  readonly #bundles: ReadonlyMap<string, Bundle>;
  readonly #queuePrefix: string;
  readonly #database: Database;
  readonly #uploads: UploadBucket;
  readonly #models: Models;
  readonly #queues: ReadonlyMap<string, JobQueue>;
  readonly #workers: readonly Worker[];
  /** Of the functions that answer requests, by what they may do. */
  readonly #roles = new Map<string, FunctionRole>();
  readonly #monitoring: Monitoring;
  readonly #canaries: Canaries | undefined;

  constructor(app: App, { environmentName, environment, bundles }: MemoryServiceStackProps) {
    const name = deploymentName(environmentName);
    super(app, name, {
      env: { region: environment.region, account: process.env['CDK_DEFAULT_ACCOUNT'] },
      description: `Workspace Memory, ${environmentName}`,
      terminationProtection: environment.protected && environment.established,
    });
    if (environment.protected && !environment.established)
      Annotations.of(this).addWarningV2(
        'workspace-memory:established',
        `${name} can still be deleted. When its first deployment has succeeded, set established to true in infra/environments.ts and deploy again.`,
      );
    this.#queuePrefix = `${name}-`;
    this.#environment = environment;
    this.#bundles = bundles;
    this.#database = new Database(this, 'Database', { name, environment });
    this.#uploads = new UploadBucket(this, 'Uploads', environment);
    this.#models = new Models(this, 'Models', environment);
    this.#workers = workersOf(environment.queues);
    this.#queues = new Map(
      this.#workers.map(({ name, job }) => [
        name,
        new JobQueue(this, `${pascalCase(name)}Jobs`, { job, queueName: this.#queuePrefix + name }),
      ]),
    );
    this.#monitoring = new Monitoring(this, 'Monitoring', { name, environment });
    this.#canaries = environment.canary ? new Canaries(this, 'Canaries', { name }) : undefined;

    const fallback = this.#serving(fallbackFunction);
    const api = new RestApi(this, 'RestApi', { name, environment, fallback });
    const serving = [fallback];
    for (const { route, plan } of routeFunctions) {
      const handler = this.#serving(plan);
      api.addRoute(route.method, route.path, this.#released(plan, handler));
      serving.push(handler);
    }
    for (const plan of mcpFunctions) {
      const handler = this.#serving(plan);
      new McpServer(this, 'McpServer', { api, handler: this.#released(plan, handler) });
      serving.push(handler);
    }
    const pages = this.#console(api);
    if (pages) serving.push(pages.handler);
    for (const { name: queue, job: row, plan } of this.#workers) {
      const timeout = Duration.seconds(row.timeoutSeconds);
      const worker = this.#function(plan, { timeout, memoryMb: row.memoryMb, kind: 'jobs' });
      const resumeTimeout = Duration.seconds(
        Math.min(Math.max(10, row.timeoutSeconds - 15), JOB_RESUME_SECONDS_MAX),
      );
      if (plan.uses.includes('schema')) this.#database.grantOwnership(worker, resumeTimeout);
      else this.#database.grantAccess(worker, 'jobs', resumeTimeout);
      const { [queue]: jobs } = Object.fromEntries(this.#queues);
      jobs?.deliverTo(worker);
      if (jobs && row.receivesUploads) this.#uploads.announceTo(jobs.queue);
      serving.push(worker);
    }
    const scheduleDeadLetters = this.#schedule();
    const admin = this.#administration(name);
    const container = this.#container();
    this.#migrateBefore([...serving, admin, ...(container ? [container.tasks] : [])]);
    const { errors } = this.#monitoring.watch({
      api: api.api,
      cluster: this.#database.cluster,
      queues: this.#queues,
      scheduleDeadLetters,
    });
    this.#canaries?.guardBy(errors);

    Tags.of(this).add('service', 'workspace-memory');
    Tags.of(this).add('environment', environmentName);
    new CfnOutput(this, 'ApiUrl', { value: api.url, description: 'Base URL of the REST interface.' });
    new CfnOutput(this, 'McpUrl', {
      value: Fn.join('', [api.url, '/mcp']),
      description: 'URL of the tool server.',
    });
    if (pages)
      new CfnOutput(this, 'ConsoleUrl', {
        value: pages.console.url,
        description:
          'Where people look at their memories; its address with a slash at its end is the redirect of the client.',
      });
    if (pages?.console.domainTarget)
      new CfnOutput(this, 'ConsoleDomainTarget', {
        value: pages.console.domainTarget,
        description: "What a CNAME of the console's domain has to point to.",
      });
    if (container)
      new CfnOutput(this, 'ContainerDomainTarget', {
        value: container.domainTarget,
        description: "What a CNAME of the containers' domain has to point to.",
      });
    if (api.domainTarget)
      new CfnOutput(this, 'DomainTarget', {
        value: api.domainTarget,
        description: 'What a CNAME of the domain has to point to.',
      });
    new CfnOutput(this, 'AdminFunctionName', {
      value: admin.functionName,
      description: `For operators: npm run admin -- --env ${environmentName} …`,
    });
  }

  #serving(plan: FunctionPlan): NodeFunction {
    const role = this.#roleOf(plan);
    const served = this.#function(plan, { timeout: REQUEST_TIMEOUT, memoryMb: 512, kind: 'api', role });
    this.#database.grantAccess(served, 'application', REQUEST_RESUME_TIMEOUT);
    return served;
  }

  /** A role for all functions that send and use the same: one for each would be a fifth of the 500 resources of a stack. */
  #roleOf({ sends, uses }: FunctionPlan): FunctionRole {
    const rights = [...sends.toSorted(), ...uses.toSorted()].map(pascalCase).join('');
    const role = this.#roles.get(rights) ?? new FunctionRole(this, `Requests${rights}Role`);
    this.#roles.set(rights, role);
    return role;
  }

  #console(api: RestApi): { console: Console; handler: NodeFunction } | undefined {
    const { console: option, settings } = this.#environment;
    if (!option) return undefined;
    if (settings.OAUTH_ISSUER === undefined)
      throw new Error('A console needs logins: set OAUTH_ISSUER in the settings of the environment.');
    const handler = this.#serving(consoleFunction);
    const console = new Console(this, 'Pages', { api, domain: option.domain });
    console.serve(handler, option.clientId);
    return { console, handler };
  }

  /** The containers, where the environment has some: they may do what all functions of requests together may. */
  #container(): Container | undefined {
    const { container: option } = this.#environment;
    if (!option) return undefined;
    const container = new Container(this, 'Container', {
      option,
      database: this.#database,
      logGroup: this.#monitoring.logGroup('api'),
      settings: this.#settings(),
    });
    this.#equip(container, fallbackFunction);
    this.#uploads.grantUpload(container);
    return container;
  }

  #settings(): Record<string, string> {
    return {
      ...settingsOf(this.#environment),
      // One address for all queues: a list of them would outgrow the 4 kB that a function's variables may have.
      JOB_QUEUE_PREFIX: `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${this.#queuePrefix}`,
    };
  }

  #equip(grantee: Equipped, { sends, uses }: FunctionPlan): void {
    for (const queue of new Set(sends.map((job) => this.#queue(job)))) queue.grantSend(grantee);
    for (const capability of uses) this.#models.grantUse(grantee, capability);
  }

  /** The function itself, or where it has a canary the alias before its versions. */
  #released({ name }: FunctionPlan, handler: NodeFunction): IFunction {
    return CANARIES.includes(name) ? (this.#canaries?.release(name, handler) ?? handler) : handler;
  }

  /** @returns the queue of what could not be sent on time */
  #schedule(): sqs.Queue {
    const deadLetters = new sqs.Queue(this, 'ScheduleDeadLetters', {
      enforceSSL: true,
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(deadLetters, 'SQS3', 'It is itself the dead-letter queue, of the schedules.');
    for (const [name, { summary, every, job }] of scheduleEntries)
      new Schedule(this, `${pascalCase(name)}Schedule`, {
        description: summary,
        every: this.#environment.sweeps === 'nightly' ? schedules.nightlyWork.every : every,
        input: this.#environment.queues === 'shared' ? { job } : {},
        queue: this.#queue(job).queue,
        deadLetters,
      });
    return deadLetters;
  }

  #administration(deployment: string): NodeFunction {
    const admin = this.#function(
      { ...adminFunction, sends: [] },
      {
        timeout: OPERATION_TIMEOUT,
        memoryMb: 512,
        kind: 'operations',
        functionName: `${deployment}-admin`,
      },
    );
    this.#database.grantAccess(admin, 'jobs', OPERATION_RESUME_TIMEOUT);
    grantOperation(admin, this.#queuePrefix);
    return admin;
  }

  /** The schema is brought up to date before any new code runs, and a failure there fails the deployment. */
  #migrateBefore(functions: readonly Construct[]): void {
    const migrate = this.#function(migrateFunction, {
      timeout: OPERATION_TIMEOUT,
      memoryMb: 512,
      kind: 'operations',
    });
    migrate.addEnvironment('SEARCH_READERS', String(this.#environment.container !== undefined));
    this.#database.grantOwnership(migrate, OPERATION_RESUME_TIMEOUT);
    this.#database.grantRoleMaking(migrate);
    new Trigger(this, 'Migrations', {
      handler: migrate,
      timeout: OPERATION_TIMEOUT,
      executeAfter: [this.#database],
      executeBefore: [...functions],
    });
  }

  #function(
    plan: FunctionPlan,
    props: {
      timeout: Duration;
      memoryMb: number;
      kind: 'api' | 'jobs' | 'operations';
      functionName?: string;
      role?: FunctionRole;
    },
  ): NodeFunction {
    const bundle = this.#bundles.get(plan.name);
    if (!bundle) throw new Error(`No bundle was made for ${plan.name}.`);
    const { kind, ...rest } = props;
    const made = new NodeFunction(this, pascalCase(plan.name), {
      ...rest,
      directory: bundle.directory,
      description: plan.description,
      logGroup: this.#monitoring.logGroup(kind),
      logLevel: this.#environment.settings.LOG_LEVEL ?? 'INFO',
      tracing: this.#environment.tracing,
      environment: this.#settings(),
    });
    this.#equip(made, plan);
    if (plan.uses.includes('uploads'))
      if (kind === 'jobs') this.#uploads.grantCollect(made);
      else this.#uploads.grantUpload(made);
    return made;
  }

  #queue(job: JobName): JobQueue {
    const queue = this.#queues.get(jobQueueName(job, { shared: this.#environment.queues === 'shared' }));
    if (!queue) throw new Error(`There is no queue of ${job}.`);
    return queue;
  }
}

const pascalCase = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);
