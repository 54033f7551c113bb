import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

/**
 * Serves OpenAPI 3.1 at `/api/openapi.json` and a documentation page at `/api/docs`, generated from
 * the routes registered after this.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Kontor",
        version: "0.1.0",
        description:
          "Responses are `{data}`, lists `{data, meta}`, refusals `application/problem+json`. Money is naira with two decimals as text.",
      },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: false,
    uiConfig: { validatorUrl: null },
  });
}
