export const CHANNELS = ["email", "sms", "whatsapp"] as const;
export const VERDICTS = ["clean", "spam", "phishing"] as const;
