/** How a receiver verifies a delivery; both programs use the raw body. */
export const NODE_SNIPPET = `import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  try {
    const event = webhook.verify(Buffer.concat(parts).toString(), request.headers);
    console.log(event.type, event.data);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(8080);`;

export const PYTHON_SNIPPET = `import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

app = Flask(__name__)
webhook = Webhook(os.environ["WEBHOOK_SECRET"])

@app.post("/hook")
def receive():
    try:
        event = webhook.verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    print(event["type"], event["data"])
    return "", 204`;
