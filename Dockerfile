# The product as `npm run pack` makes it: npm run pack && docker build -t countersign .
# One process, one data folder: everything else in it is only read.
# The digest is the one by which others publicly pin this tag, for all its platforms; `docker buildx imagetools inspect` shows it.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553

FROM ${NODE_IMAGE} AS installed
WORKDIR /app
# Not the package of the source maps, whose name begins alike.
COPY dist-package/countersign-console-[0-9]*.tgz /tmp/countersign.tgz
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund --no-save /tmp/countersign.tgz

FROM ${NODE_IMAGE}
COPY --from=installed /app/node_modules /app/node_modules
# A volume that is made of it has its owner.
RUN install -d -o 1000 -g 1000 -m 0700 /data
USER 1000:1000
# Compiled code is kept as long as the container: the data folder has only what is worth a backup.
ENV COUNTERSIGN_DATA=/data HOST=0.0.0.0 XDG_CACHE_HOME=/tmp
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4400}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/countersign-console/server/countersign.mjs"]
CMD ["start", "--no-open", "--log", "-"]
