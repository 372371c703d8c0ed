# The service as one image: `docker build --tag workspace-memory .`; docs/operating.md says how it is run.
FROM node:24-slim AS package
WORKDIR /build
COPY . .
RUN npm ci && npm pack --workspace workspace-memory --pack-destination /package

FROM node:24-slim
# The authorities that sign the certificates of Amazon's databases, which no system knows.
ADD --chmod=0444 https://truststore.pki.rds.amazonaws.com/global/global-bundle.pem /etc/ssl/rds.pem
COPY --from=package /package /package
RUN npm install --global /package/*.tgz && rm -r /package && install --directory --owner node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8787
# Whoever asks without a key is refused by the service itself.
HEALTHCHECK CMD ["node", "--eval", "fetch('http://127.0.0.1:8787/api/v1/openapi.json').then(({ status }) => process.exit(status === 401 ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/usr/local/lib/node_modules/workspace-memory/dist/lib/serve.js", "--quiet"]
