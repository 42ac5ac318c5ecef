CREATE INDEX `access_tokens_person` ON `access_tokens` (`person_id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);