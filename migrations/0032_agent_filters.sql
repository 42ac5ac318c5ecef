CREATE INDEX `agents_version` ON `agents` (`tenant_id`,`version`,`code_policy_id`,`role`);--> statement-breakpoint
CREATE INDEX `agents_certificate_end` ON `agents` (`tenant_id`,`cert_not_after`);