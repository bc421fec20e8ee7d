# The server with the built console; scripts/balance.mjs is the small proxy of docker-compose.yml.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build && node -e "import('./scripts/build-servers.mjs').then(({ buildServers }) => buildServers())" && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
COPY --from=build /app/apps ./apps
COPY --from=build /app/dist ./dist
COPY --from=build /app/dist-server ./dist-server
COPY --from=build /app/scripts ./scripts
RUN mkdir /data && chown node:node /data
USER node
ENV COUNTERSIGN_DATA=/data HOST=0.0.0.0
VOLUME /data
EXPOSE 4400
CMD ["node", "--enable-source-maps", "dist-server/bff.mjs"]
