import { DAY_MS } from "../../../src/platform/spans.ts";

/**
 * Gives feeds as their publishers write them, by the id of the source that reads each. They have
 * addresses and names that are set aside for examples, so that the first look-ups find something. Their
 * days are shortly before `now`, because what was seen long ago counts for little.
 */
export function demoFeeds(now: number): Readonly<Record<string, string>> {
  const day = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
  return {
    ipsum: `# IPsum Threat Intelligence Feed
#
# IP\tnumber of (black)lists
203.0.113.10\t9
203.0.113.11\t5
203.0.113.12\t1
`,
    "spamhaus-drop": `{"cidr":"198.51.100.0/25","sblid":"SBL000001","rir":"example"}
{"type":"metadata","timestamp":1795219200,"size":60,"records":1,"terms":"an example"}
`,
    "spamhaus-dropv6": `; Spamhaus DROPv6 List
2001:db8:bad::/48 ; SBL000002
`,
    "spamhaus-asndrop": `{"asn":64500,"rir":"example","domain":"bulletproof.example","cc":"ZZ","asname":"EXAMPLE"}
`,
    "bad-asn": `ASN,Entity
64501,"Example Hosting, ZZ"
`,
    urlhaus: `# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter
"1","${day(4)} 08:00:00","http://malware.example/bin/payload.exe","online","${day(3)} 08:00:00","malware_download","exe,AgentTesla","https://urlhaus.example/url/1/","example"
"2","${day(4)} 09:00:00","http://203.0.113.66/i","offline","${day(4)} 12:00:00","malware_download","elf,Mozi","https://urlhaus.example/url/2/","example"
`,
    "urlhaus-filter": `# Title: Online Malicious URL Splunk Lookup
"host","path","message","updated"
"dropper.example","","urlhaus-filter malicious website detected","${day(4)}T12:00:00Z"
"files.example","/a/b.exe","urlhaus-filter malicious website detected","${day(4)}T12:00:00Z"
`,
    openphish: `https://secure-login.bank.example/verify/
http://parcel-tracking.test/pay?id=7
`,
    phishtank: `phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target
1,http://account-check.test/login.php,http://phishtank.example/1,${day(6)}T07:31:24+00:00,yes,${day(6)}T07:36:16+00:00,yes,Other
`,
    "jpcert-phishurl": `date,URL,description
${day(9).replaceAll("-", "/")} 10:25:00,https://card-update.test/jp/index.php#/login,Example Card
`,
    threatfox: `# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","fk_malware","malware_alias","malware_printable","last_seen_utc","confidence_level","reference","tags","anonymous","reporter"
"${day(8)} 10:00:00", "1", "203.0.113.80:443", "ip:port", "botnet_cc", "win.cobalt_strike", "", "Cobalt Strike", "", "100", "", "", "0", "example"
"${day(8)} 11:00:00", "2", "c2.botnet.example", "domain", "botnet_cc", "win.qakbot", "", "QakBot", "${day(3)} 11:00:00", "90", "", "", "0", "example"
`,
    feodo: `[
  {"ip_address": "203.0.113.90", "port": 447, "status": "online", "hostname": null, "as_number": 64502,
   "as_name": "EXAMPLE", "country": "ZZ", "first_seen": "${day(60)} 00:00:00", "last_online": "${day(2)}", "malware": "Emotet"}
]
`,
    "tor-exits": `192.0.2.200
192.0.2.201
`,
    vpns: `192.0.2.128/27
`,
    breaches: `[
  {"Name": "ExampleForum", "Title": "Example Forum", "Domain": "forum.example", "BreachDate": "2021-03-01",
   "DataClasses": ["Email addresses", "Passwords"], "IsVerified": true, "IsFabricated": false, "IsSpamList": false}
]
`,
    "misp-warninglist-tranco10k": `{"description": "Most-used sites", "list": ["shop.example", "news.example", "bank.example"],
  "matching_attributes": ["hostname", "domain"], "name": "Top sites", "type": "hostname", "version": 20260101}
`,
    "misp-warninglist-public-dns-v4": `{"list": ["192.0.2.53"], "name": "Public resolvers", "type": "cidr", "version": 1}
`,
    "misp-warninglist-url-shortener": `{"list": ["sho.rt.example"], "name": "Shorteners", "type": "hostname", "version": 1}
`,
  };
}
