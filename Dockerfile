# Build: the compiler is there in case better-sqlite3 has no prebuilt binary for the platform.
FROM node:24-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends g++ make python3 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY sql ./sql
COPY data ./data
COPY docs ./docs
RUN npm ci && npm prune --omit=dev --ignore-scripts

# Run: Node, the compiled service and its dependencies; nothing that builds.
FROM node:24-slim
ENV NODE_ENV=production \
    ALIR_HOST=0.0.0.0 \
    ALIR_PORT=8080 \
    ALIR_DATA_DIR=/var/lib/alir
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/sql ./sql
COPY --from=build /app/data ./data
COPY --from=build /app/docs ./docs
RUN ln -s /app/dist/cli.js /usr/local/bin/alir \
 && install -d -o node -g node /var/lib/alir
USER node
VOLUME /var/lib/alir
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ALIR_PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/cli.js", "serve"]
