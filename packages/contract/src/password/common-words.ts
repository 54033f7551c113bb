/**
 * Words that the most common passwords are made of, in lower case, from published lists of leaked
 * passwords: English words and words that people in Nigeria choose. Guessing programs first try
 * additions to such words, mainly digits.
 */
export const commonPasswordWords: readonly string[] = `
password passwort passcode passphrase pass secret private mypassword letmein login logon signin welcome
access changeme change default temporary temp guest user username root admin administrator manager
superuser super master boss system server computer internet windows apple google facebook samsung
android microsoft oracle office company business money dollar naira bank account salary payroll finance
test testing tester example sample demo hello hallo goodbye thankyou please whatever nothing something
everything anything iloveyou iloveu loveyou loveme lovely lover love forever always baby babygirl babyboy
angel princess prince queen king sunshine flower butterfly rainbow summer winter spring autumn monday
tuesday wednesday thursday friday saturday sunday january february march april june july august september
october november december dragon monkey tiger lion eagle falcon panther bear wolf horse dolphin
chicken donkey kitten cookie pepper ginger banana orange purple yellow silver golden diamond
football baseball basketball hockey soccer chelsea arsenal liverpool manchester united barcelona madrid
juventus superman batman spiderman ironman starwars pokemon matrix phoenix ninja samurai killer hunter
ranger warrior soldier shadow ghost freedom liberty peace happy lucky smile magic wizard mustang ferrari
mercedes porsche corvette harley michael michelle jennifer jessica jordan daniel david andrew anthony
thomas matthew joshua charlie george robert william samuel emmanuel victor victoria elizabeth patricia
amanda ashley nicole hannah sophie maggie jasmine taylor jackson bailey buster jesus christ jesuschrist
jesuslovesme godisgood godislove godbless blessing blessed blessings faith grace glory favour favor
heaven miracle praise hallelujah almighty allah bismillah nigeria nigerian naija lagos abuja kano ibadan
portharcourt enugu africa african mummy mommy daddy mother father family brother sister friend friends
believe unbelievable trustno trustnoone nobody somebody fuckyou fuckoff fuck asshole bullshit sexy
qwerty qwertz azerty asdf zxcv abc xyz correcthorsebatterystaple thisismypassword donttellanyone
opensesame abracadabra maverick thunder lightning rocket rockyou music guitar dancer player gamer
`
  .trim()
  .split(/\s+/);

/** Sequences on the keyboard and in the alphabet, of which any part is easy to guess. */
export const keyboardSequences: readonly string[] = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiop[]",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "qwertzuiop",
  "azertyuiop",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "zaq12wsxcde34rfvbgt56yhnmju78ik",
  "!@#$%^&*()_+",
  "1a2b3c4d5e6f7g8h9i",
  "a1b2c3d4e5f6g7h8i9",
];
