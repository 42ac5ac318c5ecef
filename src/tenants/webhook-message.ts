declare global {
  namespace Cloudflare {
    interface Env {
      WEBHOOKS: Queue<WebhookMessage>;
    }
  }
}

export interface WebhookMessage {
  eventId: string;
}
