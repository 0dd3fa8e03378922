# syntax=docker/dockerfile:1
# Pages contain the site's name, address and time zone, so an image belongs to one site:
#   docker build --build-arg SITE_URL=https://example.org -t haitech .

FROM node:24-bookworm-slim AS sources
WORKDIR /app
COPY . .

FROM sources AS build
RUN npm ci
ARG SITE_URL
ARG SITE_NAME=HaiTech
ARG SITE_TIME_ZONE=America/New_York
RUN test -n "$SITE_URL" && npm run build && npm run --silent sbom > sbom.json

# What the server needs at run time.
FROM sources AS installed
RUN npm ci --omit=dev --workspace=server --workspace=content --workspace=contract --workspace=embedded-postgres --workspace=messages \
  && npm cache clean --force

FROM node:24-bookworm-slim
ARG SITE_URL
ARG SITE_NAME=HaiTech
ARG SITE_TIME_ZONE=America/New_York
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 \
  SITE_URL=$SITE_URL SITE_NAME=$SITE_NAME SITE_TIME_ZONE=$SITE_TIME_ZONE
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY --from=installed /app/package.json ./
COPY --from=installed /app/node_modules node_modules
COPY --from=installed /app/content content
COPY --from=installed /app/contract contract
COPY --from=installed /app/embedded-postgres embedded-postgres
COPY --from=installed /app/messages messages
COPY --from=installed /app/server server
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/sbom.json ./
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/main.js"]
