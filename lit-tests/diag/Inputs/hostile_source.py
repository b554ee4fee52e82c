"""Prints a source with markup in comments, strings and names, a line that is no UTF-8, and control characters."""

import sys

sys.stdout.buffer.write(b"""/* </td></script><script>alert(1)</script> <!-- \351\377 \001 */
#define A "\\"<b>" /* open
<i> */
// \033[1m </table>
__kernel void k(__global float *a, int n) {
    a[n * get_global_id(0)] = sizeof("&amp;</pre>\\"") + 0x1p-3f; // \360\237\230\200 \342\200\250
}
""")
