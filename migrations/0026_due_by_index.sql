CREATE INDEX `dead_events_waiting` ON `dead_events` ("failed_at" desc,`id`,`replayed_at`) WHERE "dead_events"."replayed_at" is null;--> statement-breakpoint
CREATE INDEX `dead_events_replayed` ON `dead_events` (`replayed_at`) WHERE "dead_events"."replayed_at" is not null;--> statement-breakpoint
CREATE INDEX `agent_certificates_end` ON `agent_certificates` (`not_after`) WHERE "agent_certificates"."not_after" is not null;--> statement-breakpoint
CREATE INDEX `enrollment_codes_end` ON `enrollment_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `enrollment_codes_revoked` ON `enrollment_codes` (`revoked_at`) WHERE "enrollment_codes"."revoked_at" is not null;