ALTER TABLE `agents` ADD `code_policy_id` text;--> statement-breakpoint
UPDATE `agents` SET `code_policy_id` = (SELECT `policy_id` FROM `enrollment_codes` AS `c` WHERE `c`.`id` = `agents`.`code_id`)
  WHERE `code_id` IN (SELECT `id` FROM `enrollment_codes` WHERE `policy_id` IS NOT NULL);
