/* What a program that looks for the text of a hash computes: each work-item has a candidate whose first word is joined with each
   of LOOPS words, and compares the hash of each with the one that is wanted. What does not depend on that word is computed once, and so
   are the last steps, backwards from the wanted hash; the few candidates that get so far are compared to the end. WIDTH words are
   taken at a time. The steps are those of RFC 1320 (MD4), RFC 1321 (MD5) and FIPS 180-4 (SHA-1, SHA-256, SHA-512). */
#define WORDS_(width) uint##width
#define WORDS(width) WORDS_(width)
#if WIDTH == 1
typedef uint words;
#define ANY(equal) (equal)
#else
typedef WORDS(WIDTH) words;
#define ANY(equal) any(equal)
#endif

typedef struct {
    uint word[64], bytes;
} candidate;

typedef struct {
    uint word[16];
} digest;

#define CHOOSE(x, y, z) bitselect(z, y, x)
#define MAJORITY(x, y, z) bitselect(x, y, (x) ^ (z))
#define PARITY(x, y, z) ((x) ^ (y) ^ (z))

#if defined MD4 || defined MD5
/* The words of the message besides the first, and the constants that go with them. */
#define WITH(i, k) ((i) < 4 ? candidates[me].word[i] + k : (i) == 14 ? candidates[me].word[14] + k : k)
#endif

#ifdef MD4
#define STEP(f, a, b, c, d, x, turn) a = rotate(a + f(b, c, d) + (x), (words)(turn));
#define BACK(f, a, b, c, d, x, turn) a = rotate(a, 32u - turn) - f(b, c, d) - (x);

kernel void md4(global const candidate *candidates, constant words *endings, global const digest *wanted, global uint *found) {
    uint me = get_global_id(0), first = candidates[me].word[0];
    uint a0 = wanted->word[0], b0 = wanted->word[1], c0 = wanted->word[2], d0 = wanted->word[3];
    uint w1 = candidates[me].word[1], w2 = candidates[me].word[2], w3 = candidates[me].word[3], w14 = candidates[me].word[14];
    BACK(PARITY, b0, c0, d0, a0, 0x6ed9eba1u, 15u)
    BACK(PARITY, c0, d0, a0, b0, 0x6ed9eba1u, 11u)
    BACK(PARITY, d0, a0, b0, c0, 0x6ed9eba1u, 9u)
    BACK(PARITY, a0, b0, c0, d0, w3 + 0x6ed9eba1u, 3u)
    BACK(PARITY, b0, c0, d0, a0, 0x6ed9eba1u, 15u)
    BACK(PARITY, c0, d0, a0, b0, 0x6ed9eba1u, 11u)
    BACK(PARITY, d0, a0, b0, c0, 0x6ed9eba1u, 9u)
    BACK(PARITY, a0, b0, c0, d0, w1 + 0x6ed9eba1u, 3u)
    BACK(PARITY, b0, c0, d0, a0, w14 + 0x6ed9eba1u, 15u)
    BACK(PARITY, c0, d0, a0, b0, 0x6ed9eba1u, 11u)
    BACK(PARITY, d0, a0, b0, c0, 0x6ed9eba1u, 9u)
    BACK(PARITY, a0, b0, c0, d0, w2 + 0x6ed9eba1u, 3u)
    BACK(PARITY, b0, c0, d0, a0, 0x6ed9eba1u, 15u)
    BACK(PARITY, c0, d0, a0, b0, 0x6ed9eba1u, 11u)
    BACK(PARITY, d0, a0, b0, c0, 0x6ed9eba1u, 9u)
    BACK(PARITY, a0, b0, c0, d0, 0x6ed9eba1u, 3u)
    uint c1 = c0, d1 = d0;
    b0 = rotate(b0, 32u - 13u) - (0x5a827999u);
    c0 = rotate(c0, 32u - 9u) - (0x5a827999u);
    for (uint i = 0; i < LOOPS; i += WIDTH) {
        words w0 = first | endings[i / WIDTH];
        words a2 = a0 - w0, b2 = b0 - MAJORITY((words)c1, (words)d1, a2), c2 = c0 - MAJORITY((words)d1, a2, b2);
        words a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
        STEP(CHOOSE, a, b, c, d, w0, 3)
        STEP(CHOOSE, d, a, b, c, w1, 7)
        STEP(CHOOSE, c, d, a, b, w2, 11)
        STEP(CHOOSE, b, c, d, a, w3, 19)
        STEP(CHOOSE, a, b, c, d, 0u, 3)
        STEP(CHOOSE, d, a, b, c, 0u, 7)
        STEP(CHOOSE, c, d, a, b, 0u, 11)
        STEP(CHOOSE, b, c, d, a, 0u, 19)
        STEP(CHOOSE, a, b, c, d, 0u, 3)
        STEP(CHOOSE, d, a, b, c, 0u, 7)
        STEP(CHOOSE, c, d, a, b, 0u, 11)
        STEP(CHOOSE, b, c, d, a, 0u, 19)
        STEP(CHOOSE, a, b, c, d, 0u, 3)
        STEP(CHOOSE, d, a, b, c, 0u, 7)
        STEP(CHOOSE, c, d, a, b, w14, 11)
        STEP(CHOOSE, b, c, d, a, 0u, 19)
        STEP(MAJORITY, a, b, c, d, w0 + 0x5a827999u, 3)
        STEP(MAJORITY, d, a, b, c, 0x5a827999u, 5)
        STEP(MAJORITY, c, d, a, b, 0x5a827999u, 9)
        STEP(MAJORITY, b, c, d, a, 0x5a827999u, 13)
        STEP(MAJORITY, a, b, c, d, w1 + 0x5a827999u, 3)
        STEP(MAJORITY, d, a, b, c, 0x5a827999u, 5)
        STEP(MAJORITY, c, d, a, b, 0x5a827999u, 9)
        STEP(MAJORITY, b, c, d, a, 0x5a827999u, 13)
        STEP(MAJORITY, a, b, c, d, w2 + 0x5a827999u, 3)
        STEP(MAJORITY, d, a, b, c, 0x5a827999u, 5)
        STEP(MAJORITY, c, d, a, b, 0x5a827999u, 9)
        if (!ANY(c == c2))
            continue;
        STEP(MAJORITY, b, c, d, a, w14 + 0x5a827999u, 13)
        STEP(MAJORITY, a, b, c, d, w3 + 0x5a827999u, 3)
        STEP(MAJORITY, d, a, b, c, 0x5a827999u, 5)
        STEP(MAJORITY, c, d, a, b, 0x5a827999u, 9)
        STEP(MAJORITY, b, c, d, a, 0x5a827999u, 13)
        if (ANY(b == wanted->word[1]))
            atomic_inc(&found[0]);
    }
}
#endif

#ifdef MD5
#define STEP(f, a, b, c, d, x, turn) a = rotate(a + f(b, c, d) + (x), (words)(turn)) + b;
#define BACK(f, a, b, c, d, x, turn) a = rotate(a - b, 32u - turn) - f(b, c, d) - (x);
#define UNLESS(x, y, z) ((y) ^ ((x) | ~(z)))
#define SWAPPED(x, y, z) CHOOSE(z, x, y)

kernel void md5(global const candidate *candidates, constant words *endings, global const digest *wanted, global uint *found) {
    uint me = get_global_id(0), first = candidates[me].word[0];
    uint a0 = wanted->word[0], b0 = wanted->word[1], c0 = wanted->word[2], d0 = wanted->word[3];
    uint w1 = candidates[me].word[1], w2 = candidates[me].word[2], w3 = candidates[me].word[3], w14 = candidates[me].word[14];
    BACK(UNLESS, b0, c0, d0, a0, 0xeb86d391u, 21u)
    BACK(UNLESS, c0, d0, a0, b0, w2 + 0x2ad7d2bbu, 15u)
    BACK(UNLESS, d0, a0, b0, c0, 0xbd3af235u, 10u)
    BACK(UNLESS, a0, b0, c0, d0, 0xf7537e82u, 6u)
    BACK(UNLESS, b0, c0, d0, a0, 0x4e0811a1u, 21u)
    BACK(UNLESS, c0, d0, a0, b0, 0xa3014314u, 15u)
    BACK(UNLESS, d0, a0, b0, c0, 0xfe2ce6e0u, 10u)
    BACK(UNLESS, a0, b0, c0, d0, 0x6fa87e4fu, 6u)
    BACK(UNLESS, b0, c0, d0, a0, w1 + 0x85845dd1u, 21u)
    BACK(UNLESS, c0, d0, a0, b0, 0xffeff47du, 15u)
    BACK(UNLESS, d0, a0, b0, c0, w3 + 0x8f0ccc92u, 10u)
    BACK(UNLESS, a0, b0, c0, d0, 0x655b59c3u, 6u)
    BACK(UNLESS, b0, c0, d0, a0, 0xfc93a039u, 21u)
    BACK(UNLESS, c0, d0, a0, b0, w14 + 0xab9423a7u, 15u)
    BACK(UNLESS, d0, a0, b0, c0, 0x432aff97u, 10u)
    BACK(UNLESS, a0, b0, c0, d0, 0xf4292244u, 6u)
    uint cd = c0 ^ d0;
    b0 = rotate(b0 - c0, 32u - 23u) - (w2 + 0xc4ac5665u);
    c0 = rotate(c0 - d0, 32u - 16u) - (0x1fa27cf8u);
    for (uint i = 0; i < LOOPS; i += WIDTH) {
        words w0 = first | endings[i / WIDTH];
        words a2 = a0 - w0, b2 = b0 - (a2 ^ cd), c2 = c0 - PARITY(a2, b2, (words)d0);
        words a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
        STEP(CHOOSE, a, b, c, d, w0 + 0xd76aa478u, 7)
        STEP(CHOOSE, d, a, b, c, w1 + 0xe8c7b756u, 12)
        STEP(CHOOSE, c, d, a, b, w2 + 0x242070dbu, 17)
        STEP(CHOOSE, b, c, d, a, w3 + 0xc1bdceeeu, 22)
        STEP(CHOOSE, a, b, c, d, 0xf57c0fafu, 7)
        STEP(CHOOSE, d, a, b, c, 0x4787c62au, 12)
        STEP(CHOOSE, c, d, a, b, 0xa8304613u, 17)
        STEP(CHOOSE, b, c, d, a, 0xfd469501u, 22)
        STEP(CHOOSE, a, b, c, d, 0x698098d8u, 7)
        STEP(CHOOSE, d, a, b, c, 0x8b44f7afu, 12)
        STEP(CHOOSE, c, d, a, b, 0xffff5bb1u, 17)
        STEP(CHOOSE, b, c, d, a, 0x895cd7beu, 22)
        STEP(CHOOSE, a, b, c, d, 0x6b901122u, 7)
        STEP(CHOOSE, d, a, b, c, 0xfd987193u, 12)
        STEP(CHOOSE, c, d, a, b, w14 + 0xa679438eu, 17)
        STEP(CHOOSE, b, c, d, a, 0x49b40821u, 22)
        STEP(SWAPPED, a, b, c, d, w1 + 0xf61e2562u, 5)
        STEP(SWAPPED, d, a, b, c, 0xc040b340u, 9)
        STEP(SWAPPED, c, d, a, b, 0x265e5a51u, 14)
        STEP(SWAPPED, b, c, d, a, w0 + 0xe9b6c7aau, 20)
        STEP(SWAPPED, a, b, c, d, 0xd62f105du, 5)
        STEP(SWAPPED, d, a, b, c, 0x02441453u, 9)
        STEP(SWAPPED, c, d, a, b, 0xd8a1e681u, 14)
        STEP(SWAPPED, b, c, d, a, 0xe7d3fbc8u, 20)
        STEP(SWAPPED, a, b, c, d, 0x21e1cde6u, 5)
        STEP(SWAPPED, d, a, b, c, w14 + 0xc33707d6u, 9)
        STEP(SWAPPED, c, d, a, b, w3 + 0xf4d50d87u, 14)
        STEP(SWAPPED, b, c, d, a, 0x455a14edu, 20)
        STEP(SWAPPED, a, b, c, d, 0xa9e3e905u, 5)
        STEP(SWAPPED, d, a, b, c, w2 + 0xfcefa3f8u, 9)
        STEP(SWAPPED, c, d, a, b, 0x676f02d9u, 14)
        STEP(SWAPPED, b, c, d, a, 0x8d2a4c8au, 20)
        STEP(PARITY, a, b, c, d, 0xfffa3942u, 4)
        STEP(PARITY, d, a, b, c, 0x8771f681u, 11)
        STEP(PARITY, c, d, a, b, 0x6d9d6122u, 16)
        STEP(PARITY, b, c, d, a, w14 + 0xfde5380cu, 23)
        STEP(PARITY, a, b, c, d, w1 + 0xa4beea44u, 4)
        STEP(PARITY, d, a, b, c, 0x4bdecfa9u, 11)
        STEP(PARITY, c, d, a, b, 0xf6bb4b60u, 16)
        STEP(PARITY, b, c, d, a, 0xbebfbc70u, 23)
        STEP(PARITY, a, b, c, d, 0x289b7ec6u, 4)
        STEP(PARITY, d, a, b, c, w0 + 0xeaa127fau, 11)
        STEP(PARITY, c, d, a, b, w3 + 0xd4ef3085u, 16)
        if (!ANY(c == c2))
            continue;
        STEP(PARITY, b, c, d, a, 0x04881d05u, 23)
        STEP(PARITY, a, b, c, d, 0xd9d4d039u, 4)
        STEP(PARITY, d, a, b, c, 0xe6db99e5u, 11)
        STEP(PARITY, c, d, a, b, 0x1fa27cf8u, 16)
        STEP(PARITY, b, c, d, a, w2 + 0xc4ac5665u, 23)
        if (ANY(b == wanted->word[1]))
            atomic_inc(&found[0]);
    }
}
#endif

#ifdef SHA1
/* A word of the schedule has a part that only the first word of the message decides, s, and one of the others, u. */
#define STEP(f, k, a, b, c, d, e, s, u) e += rotate(a, (words)5) + f(b, c, d) + ((s) ^ (u)) + k, b = rotate(b, (words)30);
#define ALONE(f, k, a, b, c, d, e, u) e += rotate(a, (words)5) + f(b, c, d) + ((u) + k), b = rotate(b, (words)30);
#define TURNED(n) rotate(w0, (words)(n))

kernel void sha1(global const candidate *candidates, constant words *endings, global const digest *wanted, global uint *found) {
    uint me = get_global_id(0), first = candidates[me].word[0];
    uint e0 = rotate(wanted->word[1], 2u);
    uint u[80];
    u[0] = 0;
    for (int i = 1; i < 16; i++)
        u[i] = i < 4 || i == 15 ? candidates[me].word[i] : 0;
#pragma unroll
    for (int i = 16; i < 80; i++)
        u[i] = rotate(u[i - 3] ^ u[i - 8] ^ u[i - 14] ^ u[i - 16], 1u);
    for (uint i = 0; i < LOOPS; i += WIDTH) {
        words w0 = first | endings[i / WIDTH];
        words a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u, e = 0xc3d2e1f0u;
        STEP(CHOOSE, 0x5a827999u, a, b, c, d, e, w0, u[0])
        ALONE(CHOOSE, 0x5a827999u, e, a, b, c, d, u[1])
        ALONE(CHOOSE, 0x5a827999u, d, e, a, b, c, u[2])
        ALONE(CHOOSE, 0x5a827999u, c, d, e, a, b, u[3])
        ALONE(CHOOSE, 0x5a827999u, b, c, d, e, a, u[4])
        ALONE(CHOOSE, 0x5a827999u, a, b, c, d, e, u[5])
        ALONE(CHOOSE, 0x5a827999u, e, a, b, c, d, u[6])
        ALONE(CHOOSE, 0x5a827999u, d, e, a, b, c, u[7])
        ALONE(CHOOSE, 0x5a827999u, c, d, e, a, b, u[8])
        ALONE(CHOOSE, 0x5a827999u, b, c, d, e, a, u[9])
        ALONE(CHOOSE, 0x5a827999u, a, b, c, d, e, u[10])
        ALONE(CHOOSE, 0x5a827999u, e, a, b, c, d, u[11])
        ALONE(CHOOSE, 0x5a827999u, d, e, a, b, c, u[12])
        ALONE(CHOOSE, 0x5a827999u, c, d, e, a, b, u[13])
        ALONE(CHOOSE, 0x5a827999u, b, c, d, e, a, u[14])
        ALONE(CHOOSE, 0x5a827999u, a, b, c, d, e, u[15])
        STEP(CHOOSE, 0x5a827999u, e, a, b, c, d, TURNED(1), u[16])
        ALONE(CHOOSE, 0x5a827999u, d, e, a, b, c, u[17])
        ALONE(CHOOSE, 0x5a827999u, c, d, e, a, b, u[18])
        STEP(CHOOSE, 0x5a827999u, b, c, d, e, a, TURNED(2), u[19])
        ALONE(PARITY, 0x6ed9eba1u, a, b, c, d, e, u[20])
        ALONE(PARITY, 0x6ed9eba1u, e, a, b, c, d, u[21])
        STEP(PARITY, 0x6ed9eba1u, d, e, a, b, c, TURNED(3), u[22])
        ALONE(PARITY, 0x6ed9eba1u, c, d, e, a, b, u[23])
        STEP(PARITY, 0x6ed9eba1u, b, c, d, e, a, TURNED(2), u[24])
        STEP(PARITY, 0x6ed9eba1u, a, b, c, d, e, TURNED(4), u[25])
        ALONE(PARITY, 0x6ed9eba1u, e, a, b, c, d, u[26])
        ALONE(PARITY, 0x6ed9eba1u, d, e, a, b, c, u[27])
        STEP(PARITY, 0x6ed9eba1u, c, d, e, a, b, TURNED(5), u[28])
        ALONE(PARITY, 0x6ed9eba1u, b, c, d, e, a, u[29])
        STEP(PARITY, 0x6ed9eba1u, a, b, c, d, e, TURNED(2) ^ TURNED(4), u[30])
        STEP(PARITY, 0x6ed9eba1u, e, a, b, c, d, TURNED(6), u[31])
        STEP(PARITY, 0x6ed9eba1u, d, e, a, b, c, TURNED(2) ^ TURNED(3), u[32])
        ALONE(PARITY, 0x6ed9eba1u, c, d, e, a, b, u[33])
        STEP(PARITY, 0x6ed9eba1u, b, c, d, e, a, TURNED(7), u[34])
        STEP(PARITY, 0x6ed9eba1u, a, b, c, d, e, TURNED(4), u[35])
        STEP(PARITY, 0x6ed9eba1u, e, a, b, c, d, TURNED(4) ^ TURNED(6), u[36])
        STEP(PARITY, 0x6ed9eba1u, d, e, a, b, c, TURNED(8), u[37])
        STEP(PARITY, 0x6ed9eba1u, c, d, e, a, b, TURNED(4), u[38])
        ALONE(PARITY, 0x6ed9eba1u, b, c, d, e, a, u[39])
        STEP(MAJORITY, 0x8f1bbcdcu, a, b, c, d, e, TURNED(4) ^ TURNED(9), u[40])
        ALONE(MAJORITY, 0x8f1bbcdcu, e, a, b, c, d, u[41])
        STEP(MAJORITY, 0x8f1bbcdcu, d, e, a, b, c, TURNED(6) ^ TURNED(8), u[42])
        STEP(MAJORITY, 0x8f1bbcdcu, c, d, e, a, b, TURNED(10), u[43])
        STEP(MAJORITY, 0x8f1bbcdcu, b, c, d, e, a, TURNED(3) ^ TURNED(6) ^ TURNED(7), u[44])
        ALONE(MAJORITY, 0x8f1bbcdcu, a, b, c, d, e, u[45])
        STEP(MAJORITY, 0x8f1bbcdcu, e, a, b, c, d, TURNED(4) ^ TURNED(11), u[46])
        STEP(MAJORITY, 0x8f1bbcdcu, d, e, a, b, c, TURNED(4) ^ TURNED(8), u[47])
        STEP(MAJORITY, 0x8f1bbcdcu, c, d, e, a, b, TURNED(3) ^ TURNED(4) ^ TURNED(5) ^ TURNED(8) ^ TURNED(10), u[48])
        STEP(MAJORITY, 0x8f1bbcdcu, b, c, d, e, a, TURNED(12), u[49])
        STEP(MAJORITY, 0x8f1bbcdcu, a, b, c, d, e, TURNED(8), u[50])
        STEP(MAJORITY, 0x8f1bbcdcu, e, a, b, c, d, TURNED(4) ^ TURNED(6), u[51])
        STEP(MAJORITY, 0x8f1bbcdcu, d, e, a, b, c, TURNED(4) ^ TURNED(8) ^ TURNED(13), u[52])
        ALONE(MAJORITY, 0x8f1bbcdcu, c, d, e, a, b, u[53])
        STEP(MAJORITY, 0x8f1bbcdcu, b, c, d, e, a, TURNED(7) ^ TURNED(10) ^ TURNED(12), u[54])
        STEP(MAJORITY, 0x8f1bbcdcu, a, b, c, d, e, TURNED(14), u[55])
        STEP(MAJORITY, 0x8f1bbcdcu, e, a, b, c, d, TURNED(4) ^ TURNED(6) ^ TURNED(7) ^ TURNED(10) ^ TURNED(11), u[56])
        STEP(MAJORITY, 0x8f1bbcdcu, d, e, a, b, c, TURNED(8), u[57])
        STEP(MAJORITY, 0x8f1bbcdcu, c, d, e, a, b, TURNED(4) ^ TURNED(8) ^ TURNED(15), u[58])
        STEP(MAJORITY, 0x8f1bbcdcu, b, c, d, e, a, TURNED(8) ^ TURNED(12), u[59])
        STEP(PARITY, 0xca62c1d6u, a, b, c, d, e, TURNED(4) ^ TURNED(7) ^ TURNED(8) ^ TURNED(12) ^ TURNED(14), u[60])
        STEP(PARITY, 0xca62c1d6u, e, a, b, c, d, TURNED(16), u[61])
        STEP(PARITY, 0xca62c1d6u, d, e, a, b, c, TURNED(4) ^ TURNED(6) ^ TURNED(8) ^ TURNED(12), u[62])
        STEP(PARITY, 0xca62c1d6u, c, d, e, a, b, TURNED(8), u[63])
        STEP(PARITY, 0xca62c1d6u, b, c, d, e, a, TURNED(4) ^ TURNED(6) ^ TURNED(7) ^ TURNED(8) ^ TURNED(12) ^ TURNED(17), u[64])
        ALONE(PARITY, 0xca62c1d6u, a, b, c, d, e, u[65])
        STEP(PARITY, 0xca62c1d6u, e, a, b, c, d, TURNED(14) ^ TURNED(16), u[66])
        STEP(PARITY, 0xca62c1d6u, d, e, a, b, c, TURNED(8) ^ TURNED(18), u[67])
        STEP(PARITY, 0xca62c1d6u, c, d, e, a, b, TURNED(11) ^ TURNED(14) ^ TURNED(15), u[68])
        ALONE(PARITY, 0xca62c1d6u, b, c, d, e, a, u[69])
        STEP(PARITY, 0xca62c1d6u, a, b, c, d, e, TURNED(12) ^ TURNED(19), u[70])
        STEP(PARITY, 0xca62c1d6u, e, a, b, c, d, TURNED(12) ^ TURNED(16), u[71])
        STEP(PARITY, 0xca62c1d6u, d, e, a, b, c, TURNED(5) ^ TURNED(11) ^ TURNED(12) ^ TURNED(13) ^ TURNED(16) ^ TURNED(18), u[72])
        STEP(PARITY, 0xca62c1d6u, c, d, e, a, b, TURNED(20), u[73])
        STEP(PARITY, 0xca62c1d6u, b, c, d, e, a, TURNED(8) ^ TURNED(16), u[74])
        STEP(PARITY, 0xca62c1d6u, a, b, c, d, e, TURNED(6) ^ TURNED(12) ^ TURNED(14), u[75])
        if (!ANY(e == e0))
            continue;
        STEP(PARITY, 0xca62c1d6u, e, a, b, c, d, TURNED(7) ^ TURNED(8) ^ TURNED(12) ^ TURNED(16) ^ TURNED(21), u[76])
        ALONE(PARITY, 0xca62c1d6u, d, e, a, b, c, u[77])
        STEP(PARITY, 0xca62c1d6u, c, d, e, a, b, TURNED(7) ^ TURNED(8) ^ TURNED(15) ^ TURNED(18) ^ TURNED(20), u[78])
        STEP(PARITY, 0xca62c1d6u, b, c, d, e, a, TURNED(8) ^ TURNED(22), u[79])
        if (ANY(a == wanted->word[0]))
            atomic_inc(&found[0]);
    }
}
#endif

#if defined SHA256 || defined SHA512
#define STEP(a, b, c, d, e, f, g, h, x, k) h += (x) + k + CROSS_E(e) + CHOOSE(e, f, g), d += h, h += CROSS_A(a) + MAJORITY(a, b, c);
#define EXPAND(i) w[i & 15] += MIX_LATE(w[(i + 14) & 15]) + w[(i + 9) & 15] + MIX_EARLY(w[(i + 1) & 15]);
#endif

#ifdef SHA256
#define CROSS_A(x) (rotate(x, (words)30) ^ rotate(x, (words)19) ^ rotate(x, (words)10))
#define CROSS_E(x) (rotate(x, (words)26) ^ rotate(x, (words)21) ^ rotate(x, (words)7))
#define MIX_EARLY(x) (rotate(x, (words)25) ^ rotate(x, (words)14) ^ (x) >> (words)3)
#define MIX_LATE(x) (rotate(x, (words)15) ^ rotate(x, (words)13) ^ (x) >> (words)10)

kernel void sha256(global const candidate *candidates, constant words *endings, global const digest *wanted, global uint *found) {
    uint me = get_global_id(0), first = candidates[me].word[0];
    uint h0 = wanted->word[3], w1 = candidates[me].word[1], w2 = candidates[me].word[2], w3 = candidates[me].word[3], w15 = candidates[me].word[15];
    for (uint i = 0; i < LOOPS; i += WIDTH) {
        words w[16];
        w[0] = first | endings[i / WIDTH], w[1] = w1, w[2] = w2, w[3] = w3, w[15] = w15;
#pragma unroll
        for (int j = 4; j < 15; j++)
            w[j] = 0;
        words a = 0x6a09e667u, b = 0xbb67ae85u, c = 0x3c6ef372u, d = 0xa54ff53au, e = 0x510e527fu, f = 0x9b05688cu, g = 0x1f83d9abu, h = 0x5be0cd19u;
        STEP(a, b, c, d, e, f, g, h, w[0], 0x428a2f98u)
        STEP(h, a, b, c, d, e, f, g, w[1], 0x71374491u)
        STEP(g, h, a, b, c, d, e, f, w[2], 0xb5c0fbcfu)
        STEP(f, g, h, a, b, c, d, e, w[3], 0xe9b5dba5u)
        STEP(e, f, g, h, a, b, c, d, w[4], 0x3956c25bu)
        STEP(d, e, f, g, h, a, b, c, w[5], 0x59f111f1u)
        STEP(c, d, e, f, g, h, a, b, w[6], 0x923f82a4u)
        STEP(b, c, d, e, f, g, h, a, w[7], 0xab1c5ed5u)
        STEP(a, b, c, d, e, f, g, h, w[8], 0xd807aa98u)
        STEP(h, a, b, c, d, e, f, g, w[9], 0x12835b01u)
        STEP(g, h, a, b, c, d, e, f, w[10], 0x243185beu)
        STEP(f, g, h, a, b, c, d, e, w[11], 0x550c7dc3u)
        STEP(e, f, g, h, a, b, c, d, w[12], 0x72be5d74u)
        STEP(d, e, f, g, h, a, b, c, w[13], 0x80deb1feu)
        STEP(c, d, e, f, g, h, a, b, w[14], 0x9bdc06a7u)
        STEP(b, c, d, e, f, g, h, a, w[15], 0xc19bf174u)
        EXPAND(16) STEP(a, b, c, d, e, f, g, h, w[0], 0xe49b69c1u)
        EXPAND(17) STEP(h, a, b, c, d, e, f, g, w[1], 0xefbe4786u)
        EXPAND(18) STEP(g, h, a, b, c, d, e, f, w[2], 0x0fc19dc6u)
        EXPAND(19) STEP(f, g, h, a, b, c, d, e, w[3], 0x240ca1ccu)
        EXPAND(20) STEP(e, f, g, h, a, b, c, d, w[4], 0x2de92c6fu)
        EXPAND(21) STEP(d, e, f, g, h, a, b, c, w[5], 0x4a7484aau)
        EXPAND(22) STEP(c, d, e, f, g, h, a, b, w[6], 0x5cb0a9dcu)
        EXPAND(23) STEP(b, c, d, e, f, g, h, a, w[7], 0x76f988dau)
        EXPAND(24) STEP(a, b, c, d, e, f, g, h, w[8], 0x983e5152u)
        EXPAND(25) STEP(h, a, b, c, d, e, f, g, w[9], 0xa831c66du)
        EXPAND(26) STEP(g, h, a, b, c, d, e, f, w[10], 0xb00327c8u)
        EXPAND(27) STEP(f, g, h, a, b, c, d, e, w[11], 0xbf597fc7u)
        EXPAND(28) STEP(e, f, g, h, a, b, c, d, w[12], 0xc6e00bf3u)
        EXPAND(29) STEP(d, e, f, g, h, a, b, c, w[13], 0xd5a79147u)
        EXPAND(30) STEP(c, d, e, f, g, h, a, b, w[14], 0x06ca6351u)
        EXPAND(31) STEP(b, c, d, e, f, g, h, a, w[15], 0x14292967u)
        EXPAND(32) STEP(a, b, c, d, e, f, g, h, w[0], 0x27b70a85u)
        EXPAND(33) STEP(h, a, b, c, d, e, f, g, w[1], 0x2e1b2138u)
        EXPAND(34) STEP(g, h, a, b, c, d, e, f, w[2], 0x4d2c6dfcu)
        EXPAND(35) STEP(f, g, h, a, b, c, d, e, w[3], 0x53380d13u)
        EXPAND(36) STEP(e, f, g, h, a, b, c, d, w[4], 0x650a7354u)
        EXPAND(37) STEP(d, e, f, g, h, a, b, c, w[5], 0x766a0abbu)
        EXPAND(38) STEP(c, d, e, f, g, h, a, b, w[6], 0x81c2c92eu)
        EXPAND(39) STEP(b, c, d, e, f, g, h, a, w[7], 0x92722c85u)
        EXPAND(40) STEP(a, b, c, d, e, f, g, h, w[8], 0xa2bfe8a1u)
        EXPAND(41) STEP(h, a, b, c, d, e, f, g, w[9], 0xa81a664bu)
        EXPAND(42) STEP(g, h, a, b, c, d, e, f, w[10], 0xc24b8b70u)
        EXPAND(43) STEP(f, g, h, a, b, c, d, e, w[11], 0xc76c51a3u)
        EXPAND(44) STEP(e, f, g, h, a, b, c, d, w[12], 0xd192e819u)
        EXPAND(45) STEP(d, e, f, g, h, a, b, c, w[13], 0xd6990624u)
        EXPAND(46) STEP(c, d, e, f, g, h, a, b, w[14], 0xf40e3585u)
        EXPAND(47) STEP(b, c, d, e, f, g, h, a, w[15], 0x106aa070u)
        EXPAND(48) STEP(a, b, c, d, e, f, g, h, w[0], 0x19a4c116u)
        EXPAND(49) STEP(h, a, b, c, d, e, f, g, w[1], 0x1e376c08u)
        EXPAND(50) STEP(g, h, a, b, c, d, e, f, w[2], 0x2748774cu)
        EXPAND(51) STEP(f, g, h, a, b, c, d, e, w[3], 0x34b0bcb5u)
        EXPAND(52) STEP(e, f, g, h, a, b, c, d, w[4], 0x391c0cb3u)
        EXPAND(53) STEP(d, e, f, g, h, a, b, c, w[5], 0x4ed8aa4au)
        EXPAND(54) STEP(c, d, e, f, g, h, a, b, w[6], 0x5b9cca4fu)
        EXPAND(55) STEP(b, c, d, e, f, g, h, a, w[7], 0x682e6ff3u)
        EXPAND(56) STEP(a, b, c, d, e, f, g, h, w[8], 0x748f82eeu)
        if (!ANY(h == h0))
            continue;
        EXPAND(57) STEP(h, a, b, c, d, e, f, g, w[9], 0x78a5636fu)
        EXPAND(58) STEP(g, h, a, b, c, d, e, f, w[10], 0x84c87814u)
        EXPAND(59) STEP(f, g, h, a, b, c, d, e, w[11], 0x8cc70208u)
        EXPAND(60) STEP(e, f, g, h, a, b, c, d, w[12], 0x90befffau)
        EXPAND(61) STEP(d, e, f, g, h, a, b, c, w[13], 0xa4506cebu)
        EXPAND(62) STEP(c, d, e, f, g, h, a, b, w[14], 0xbef9a3f7u)
        EXPAND(63) STEP(b, c, d, e, f, g, h, a, w[15], 0xc67178f2u)
        if (ANY(a == wanted->word[0]))
            atomic_inc(&found[0]);
    }
}
#endif

#ifdef SHA512
#define CROSS_A(x) (rotate(x, (ulong)36) ^ rotate(x, (ulong)30) ^ rotate(x, (ulong)25))
#define CROSS_E(x) (rotate(x, (ulong)50) ^ rotate(x, (ulong)46) ^ rotate(x, (ulong)23))
#define MIX_EARLY(x) (rotate(x, (ulong)63) ^ rotate(x, (ulong)56) ^ (x) >> (ulong)7)
#define MIX_LATE(x) (rotate(x, (ulong)45) ^ rotate(x, (ulong)3) ^ (x) >> (ulong)6)

kernel void sha512(global const candidate *candidates, constant uint *endings, global const digest *wanted, global uint *found) {
    uint me = get_global_id(0), first = candidates[me].word[0];
    uint low = wanted->word[14], high = wanted->word[15], w15 = candidates[me].word[15];
    uint second = candidates[me].word[1], third = candidates[me].word[2], fourth = candidates[me].word[3];
    for (uint i = 0; i < LOOPS; i++) {
        ulong w[16];
        w[0] = (ulong)(first | endings[i]) << 32 | second;
        w[1] = (ulong)third << 32 | fourth;
#pragma unroll
        for (int j = 2; j < 15; j++)
            w[j] = 0;
        w[15] = w15;
        ulong a = 0x6a09e667f3bcc908ul, b = 0xbb67ae8584caa73bul, c = 0x3c6ef372fe94f82bul, d = 0xa54ff53a5f1d36f1ul,
              e = 0x510e527fade682d1ul, f = 0x9b05688c2b3e6c1ful, g = 0x1f83d9abfb41bd6bul, h = 0x5be0cd19137e2179ul;
        STEP(a, b, c, d, e, f, g, h, w[0], 0x428a2f98d728ae22ul)
        STEP(h, a, b, c, d, e, f, g, w[1], 0x7137449123ef65cdul)
        STEP(g, h, a, b, c, d, e, f, w[2], 0xb5c0fbcfec4d3b2ful)
        STEP(f, g, h, a, b, c, d, e, w[3], 0xe9b5dba58189dbbcul)
        STEP(e, f, g, h, a, b, c, d, w[4], 0x3956c25bf348b538ul)
        STEP(d, e, f, g, h, a, b, c, w[5], 0x59f111f1b605d019ul)
        STEP(c, d, e, f, g, h, a, b, w[6], 0x923f82a4af194f9bul)
        STEP(b, c, d, e, f, g, h, a, w[7], 0xab1c5ed5da6d8118ul)
        STEP(a, b, c, d, e, f, g, h, w[8], 0xd807aa98a3030242ul)
        STEP(h, a, b, c, d, e, f, g, w[9], 0x12835b0145706fbeul)
        STEP(g, h, a, b, c, d, e, f, w[10], 0x243185be4ee4b28cul)
        STEP(f, g, h, a, b, c, d, e, w[11], 0x550c7dc3d5ffb4e2ul)
        STEP(e, f, g, h, a, b, c, d, w[12], 0x72be5d74f27b896ful)
        STEP(d, e, f, g, h, a, b, c, w[13], 0x80deb1fe3b1696b1ul)
        STEP(c, d, e, f, g, h, a, b, w[14], 0x9bdc06a725c71235ul)
        STEP(b, c, d, e, f, g, h, a, w[15], 0xc19bf174cf692694ul)
        EXPAND(16) STEP(a, b, c, d, e, f, g, h, w[0], 0xe49b69c19ef14ad2ul)
        EXPAND(17) STEP(h, a, b, c, d, e, f, g, w[1], 0xefbe4786384f25e3ul)
        EXPAND(18) STEP(g, h, a, b, c, d, e, f, w[2], 0x0fc19dc68b8cd5b5ul)
        EXPAND(19) STEP(f, g, h, a, b, c, d, e, w[3], 0x240ca1cc77ac9c65ul)
        EXPAND(20) STEP(e, f, g, h, a, b, c, d, w[4], 0x2de92c6f592b0275ul)
        EXPAND(21) STEP(d, e, f, g, h, a, b, c, w[5], 0x4a7484aa6ea6e483ul)
        EXPAND(22) STEP(c, d, e, f, g, h, a, b, w[6], 0x5cb0a9dcbd41fbd4ul)
        EXPAND(23) STEP(b, c, d, e, f, g, h, a, w[7], 0x76f988da831153b5ul)
        EXPAND(24) STEP(a, b, c, d, e, f, g, h, w[8], 0x983e5152ee66dfabul)
        EXPAND(25) STEP(h, a, b, c, d, e, f, g, w[9], 0xa831c66d2db43210ul)
        EXPAND(26) STEP(g, h, a, b, c, d, e, f, w[10], 0xb00327c898fb213ful)
        EXPAND(27) STEP(f, g, h, a, b, c, d, e, w[11], 0xbf597fc7beef0ee4ul)
        EXPAND(28) STEP(e, f, g, h, a, b, c, d, w[12], 0xc6e00bf33da88fc2ul)
        EXPAND(29) STEP(d, e, f, g, h, a, b, c, w[13], 0xd5a79147930aa725ul)
        EXPAND(30) STEP(c, d, e, f, g, h, a, b, w[14], 0x06ca6351e003826ful)
        EXPAND(31) STEP(b, c, d, e, f, g, h, a, w[15], 0x142929670a0e6e70ul)
        EXPAND(32) STEP(a, b, c, d, e, f, g, h, w[0], 0x27b70a8546d22ffcul)
        EXPAND(33) STEP(h, a, b, c, d, e, f, g, w[1], 0x2e1b21385c26c926ul)
        EXPAND(34) STEP(g, h, a, b, c, d, e, f, w[2], 0x4d2c6dfc5ac42aedul)
        EXPAND(35) STEP(f, g, h, a, b, c, d, e, w[3], 0x53380d139d95b3dful)
        EXPAND(36) STEP(e, f, g, h, a, b, c, d, w[4], 0x650a73548baf63deul)
        EXPAND(37) STEP(d, e, f, g, h, a, b, c, w[5], 0x766a0abb3c77b2a8ul)
        EXPAND(38) STEP(c, d, e, f, g, h, a, b, w[6], 0x81c2c92e47edaee6ul)
        EXPAND(39) STEP(b, c, d, e, f, g, h, a, w[7], 0x92722c851482353bul)
        EXPAND(40) STEP(a, b, c, d, e, f, g, h, w[8], 0xa2bfe8a14cf10364ul)
        EXPAND(41) STEP(h, a, b, c, d, e, f, g, w[9], 0xa81a664bbc423001ul)
        EXPAND(42) STEP(g, h, a, b, c, d, e, f, w[10], 0xc24b8b70d0f89791ul)
        EXPAND(43) STEP(f, g, h, a, b, c, d, e, w[11], 0xc76c51a30654be30ul)
        EXPAND(44) STEP(e, f, g, h, a, b, c, d, w[12], 0xd192e819d6ef5218ul)
        EXPAND(45) STEP(d, e, f, g, h, a, b, c, w[13], 0xd69906245565a910ul)
        EXPAND(46) STEP(c, d, e, f, g, h, a, b, w[14], 0xf40e35855771202aul)
        EXPAND(47) STEP(b, c, d, e, f, g, h, a, w[15], 0x106aa07032bbd1b8ul)
        EXPAND(48) STEP(a, b, c, d, e, f, g, h, w[0], 0x19a4c116b8d2d0c8ul)
        EXPAND(49) STEP(h, a, b, c, d, e, f, g, w[1], 0x1e376c085141ab53ul)
        EXPAND(50) STEP(g, h, a, b, c, d, e, f, w[2], 0x2748774cdf8eeb99ul)
        EXPAND(51) STEP(f, g, h, a, b, c, d, e, w[3], 0x34b0bcb5e19b48a8ul)
        EXPAND(52) STEP(e, f, g, h, a, b, c, d, w[4], 0x391c0cb3c5c95a63ul)
        EXPAND(53) STEP(d, e, f, g, h, a, b, c, w[5], 0x4ed8aa4ae3418acbul)
        EXPAND(54) STEP(c, d, e, f, g, h, a, b, w[6], 0x5b9cca4f7763e373ul)
        EXPAND(55) STEP(b, c, d, e, f, g, h, a, w[7], 0x682e6ff3d6b2b8a3ul)
        EXPAND(56) STEP(a, b, c, d, e, f, g, h, w[8], 0x748f82ee5defb2fcul)
        EXPAND(57) STEP(h, a, b, c, d, e, f, g, w[9], 0x78a5636f43172f60ul)
        EXPAND(58) STEP(g, h, a, b, c, d, e, f, w[10], 0x84c87814a1f0ab72ul)
        EXPAND(59) STEP(f, g, h, a, b, c, d, e, w[11], 0x8cc702081a6439ecul)
        EXPAND(60) STEP(e, f, g, h, a, b, c, d, w[12], 0x90befffa23631e28ul)
        EXPAND(61) STEP(d, e, f, g, h, a, b, c, w[13], 0xa4506cebde82bde9ul)
        EXPAND(62) STEP(c, d, e, f, g, h, a, b, w[14], 0xbef9a3f7b2c67915ul)
        EXPAND(63) STEP(b, c, d, e, f, g, h, a, w[15], 0xc67178f2e372532bul)
        EXPAND(64) STEP(a, b, c, d, e, f, g, h, w[0], 0xca273eceea26619cul)
        EXPAND(65) STEP(h, a, b, c, d, e, f, g, w[1], 0xd186b8c721c0c207ul)
        EXPAND(66) STEP(g, h, a, b, c, d, e, f, w[2], 0xeada7dd6cde0eb1eul)
        EXPAND(67) STEP(f, g, h, a, b, c, d, e, w[3], 0xf57d4f7fee6ed178ul)
        EXPAND(68) STEP(e, f, g, h, a, b, c, d, w[4], 0x06f067aa72176fbaul)
        EXPAND(69) STEP(d, e, f, g, h, a, b, c, w[5], 0x0a637dc5a2c898a6ul)
        EXPAND(70) STEP(c, d, e, f, g, h, a, b, w[6], 0x113f9804bef90daeul)
        EXPAND(71) STEP(b, c, d, e, f, g, h, a, w[7], 0x1b710b35131c471bul)
        EXPAND(72) STEP(a, b, c, d, e, f, g, h, w[8], 0x28db77f523047d84ul)
        EXPAND(73) STEP(h, a, b, c, d, e, f, g, w[9], 0x32caab7b40c72493ul)
        EXPAND(74) STEP(g, h, a, b, c, d, e, f, w[10], 0x3c9ebe0a15c9bebcul)
        EXPAND(75) STEP(f, g, h, a, b, c, d, e, w[11], 0x431d67c49c100d4cul)
        EXPAND(76) STEP(e, f, g, h, a, b, c, d, w[12], 0x4cc5d4becb3e42b6ul)
        EXPAND(77) STEP(d, e, f, g, h, a, b, c, w[13], 0x597f299cfc657e2aul)
        EXPAND(78) STEP(c, d, e, f, g, h, a, b, w[14], 0x5fcb6fab3ad6faecul)
        EXPAND(79) STEP(b, c, d, e, f, g, h, a, w[15], 0x6c44198c4a475817ul)
        if ((uint)h == low && (uint)(h >> 32) == high)
            atomic_inc(&found[0]);
    }
}
#endif
