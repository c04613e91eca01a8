# Dependencies are installed first. Docker rebuilds these layers only when the lockfile changes. The packages of all native modules contain
# prebuilt binaries. Therefore the image needs no compiler, and no install script runs.
FROM node:24-slim AS locked
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages

# Dependencies of the running service.
FROM locked AS production
RUN npm ci --omit=dev --ignore-scripts

# Build: TypeScript to dist/.
FROM locked AS build
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build

# Run: Node, the compiled service and its dependencies.
FROM node:24-slim
LABEL org.opencontainers.image.title="Alir" \
      org.opencontainers.image.description="Self-hosted market data for the Indonesia Stock Exchange: broker summary and foreign flow over HTTP" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    ALIR_HOST=0.0.0.0 \
    ALIR_PORT=8080 \
    ALIR_DATA_DIR=/var/lib/alir
WORKDIR /app
RUN ln -s /app/dist/cli.js /usr/local/bin/alir \
 && install -d -m 0700 -o node -g node /var/lib/alir /backup
COPY LICENSE package.json ./
COPY --from=production /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY sql ./sql
COPY data ./data
COPY docs ./docs
COPY packages ./packages
USER node
VOLUME /var/lib/alir
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ALIR_PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/cli.js", "serve"]
