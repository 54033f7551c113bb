import { fastify, LogController, type FastifyInstance } from "fastify";

import { accountingRoutes } from "./accounting/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { employeeRoutes } from "./employees/routes.ts";
import { fundingRoutes } from "./funding/routes.ts";
import { moduleRoutes } from "./modules/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { organizationRoutes } from "./organizations/routes.ts";
import { payrollRoutes } from "./payroll/routes.ts";
import { personalDataRoutes } from "./personal-data/routes.ts";
import type { Clock } from "./platform/clock.ts";
import { requestHasher } from "./platform/configuration/secrets.ts";
import type { Database } from "./platform/database/database.ts";
import type { Environment } from "./platform/environment.ts";
import { serveFiles } from "./platform/files/serve-files.ts";
import type { Services } from "./platform/http/request.ts";
import { recordRefusals } from "./platform/http/security-log.ts";
import { registerRoutes, type Route } from "./platform/http/serve.ts";
import { traceOf } from "./platform/http/trace.ts";
import { refuseMalformedRequest, translateErrors } from "./platform/http/translate-errors.ts";
import { logLabels, logSerializers } from "./platform/log.ts";
import { countRequests } from "./platform/monitoring/watch-requests.ts";
import { serveDocs } from "./platform/server/docs.ts";
import { hardenServer } from "./platform/server/harden.ts";
import { serveHealth } from "./platform/server/health.ts";
import { redirectMalformedUrl, serveWeb } from "./platform/server/serve-web.ts";
import { endUnusedConnections } from "./platform/server/unused-connections.ts";
import { portalRoutes } from "./portal/routes.ts";
import { proofRoutes } from "./proof/routes.ts";
import { reportsRoutes } from "./reports/routes.ts";
import { salaryAdvanceRoutes } from "./salary-advances/routes.ts";
import { sessionRoutes } from "./session/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { templateRoutes } from "./templates/routes.ts";
import { userRoutes } from "./users/routes.ts";

/** Every route of the API; the tests walk this list. */
export const allRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...userRoutes,
  ...moduleRoutes,
  ...organizationRoutes,
  ...accountingRoutes,
  ...proofRoutes,
  ...dashboardRoutes,
  ...notificationRoutes,
  ...fundingRoutes,
  ...employeeRoutes,
  ...salaryAdvanceRoutes,
  ...payrollRoutes,
  ...portalRoutes,
  ...personalDataRoutes,
  ...templateRoutes,
  ...settingsRoutes,
  ...reportsRoutes,
];

/**
 * The time limit for receiving a whole request, in milliseconds. It is enough for 15 MB over a slow
 * mobile connection, and ends the connection of a client that only sends a byte now and then.
 */
const requestTimeout = 5 * 60_000;

export type AppOptions = {
  environment: Environment;
  database: Database;
  replica?: Database | undefined;
  clock: Clock;
  /** Folder of the built web application; undefined serves the API alone. */
  webFolder?: string | undefined;
  /** Aborts when the process is asked to stop; from then on /readyz reports it. */
  stopping?: AbortSignal | undefined;
  /** The destination of log lines; standard output by default. */
  logStream?: { write(line: string): void } | undefined;
};

/**
 * Assembles the server. `process.ts` and the tests build it the same way; nothing listens yet.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { environment, database, replica, clock } = options;
  const app = fastify({
    logger: {
      level: environment.logLevel,
      serializers: logSerializers,
      mixin: () => logLabels(),
      ...(options.logStream === undefined ? {} : { stream: options.logStream }),
    },
    logController: new LogController({
      disableRequestLogging: environment.mode !== "production",
      requestIdLogLabel: "request_id",
    }),
    childLoggerFactory: (log, bindings, logging, request) =>
      log.child({ ...bindings, ...traceOf(request.headers.traceparent) }, logging),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    trustProxy: (_address, hop) => hop < environment.trustedProxies,
    bodyLimit: 1024 * 1024,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    requestTimeout,
    frameworkErrors: redirectMalformedUrl(options.webFolder !== undefined),
    clientErrorHandler: refuseMalformedRequest,
    routerOptions: { maxParamLength: 200 },
  });
  // The contract's own schemas decode and encode; those given to Fastify are only documentation.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const hashWithKey = requestHasher(environment);
  const services: Services = { database, replica, clock, environment, log: app.log, hashWithKey };
  countRequests(app);
  endUnusedConnections(app);
  translateErrors(app, recordRefusals(services));
  await hardenServer(app, environment);
  await serveDocs(app);
  serveHealth(app, database, options.stopping);
  serveFiles(app, services);
  registerRoutes(app, services, allRoutes);
  await serveWeb(app, options.webFolder);
  return app;
}
